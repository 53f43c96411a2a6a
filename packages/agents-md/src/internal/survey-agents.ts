import { DEFAULT_MAX_BYTES } from "../constants.ts";
import { escapePath } from "../escape-path.ts";
import type { InstructionDiagnostic } from "../types.ts";
import type { Context } from "./context.ts";
import { diagnostic } from "./diagnostic.ts";
import type { Chain, DirectoryCache } from "./load-chain.ts";
import { loadChain } from "./load-chain.ts";
import type { LoadedFile } from "./loaded-file.ts";

/** What Codex reads of the project's files when nobody has set its own limit. */
const CODEX_MAX_BYTES = DEFAULT_MAX_BYTES;

/** Files of a path that other agents read differently. */
export async function surveyOtherAgents(
  context: Context,
  cache: DirectoryCache,
  chain: Chain,
  claudeMdAbove: string | undefined,
): Promise<readonly InstructionDiagnostic[]> {
  const claudeMd = claudeMdAbove ?? (await firstClaudeMd(context, cache));
  return [...hiddenInClaudeCode(chain, claudeMd), ...cutByCodex(chain)];
}

/** The outermost `CLAUDE.md` from the root to the working directory. */
async function firstClaudeMd(context: Context, cache: DirectoryCache): Promise<string | undefined> {
  const { directories } = await loadChain(cache, context.cwdSegments);
  for (const [depth, { names }] of directories.slice(1).entries()) {
    if (!names.includes("CLAUDE.md")) continue;
    return [...context.cwdSegments.slice(0, depth), "CLAUDE.md"].join("/");
  }
  return undefined;
}

/**
 * Claude Code (from 2.1.277) reads `AGENTS.md` only where no `CLAUDE.md` lies in the working
 * directory or above it, be it a symlink to `AGENTS.md`: then nested `AGENTS.md` are not read.
 */
function hiddenInClaudeCode(
  chain: Chain,
  claudeMd: string | undefined,
): readonly InstructionDiagnostic[] {
  if (claudeMd === undefined) return [];
  const outer = claudeMd.startsWith("../") ? -1 : claudeMd.split("/").length - 1;
  const hidden = chain.directories.slice(1).flatMap(({ files, names }, depth) => {
    const file = files.find(({ name }) => name === "AGENTS.md");
    const isHidden = file !== undefined && depth > outer && !names.includes("CLAUDE.md");
    return isHidden ? [escapePath(file.path)] : [];
  });
  if (hidden.length === 0) return [];
  const shown = escapePath(claudeMd);
  const message = `${shown} hides ${hidden.join(", ")} in Claude Code: with a CLAUDE.md at or above the working directory it reads CLAUDE.md files only. Put a CLAUDE.md that holds "@AGENTS.md" beside each, or remove ${shown}.`;
  return [diagnostic("other-agents.claude-code-hides", "information", claudeMd, message)];
}

/** Codex fills its limit from the root, so that a long chain loses its closest files. */
function cutByCodex(chain: Chain): readonly InstructionDiagnostic[] {
  const read = chain.files.filter(
    ({ directory, kind, outcome }) =>
      directory !== undefined && outcome === "text" && (kind === "override" || kind === "agents"),
  );
  const total = read.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const closest: LoadedFile | undefined = read.at(-1);
  if (closest === undefined || total <= CODEX_MAX_BYTES) return [];
  const bytes = closest.bytes ?? 0;
  const kept = Math.max(0, CODEX_MAX_BYTES - (total - bytes));
  const { path } = closest;
  const message = `Codex cuts this chain at its closest end: of ${total} bytes it reads the first ${CODEX_MAX_BYTES}, root first, and keeps ${kept} of the ${bytes} bytes of ${escapePath(path)}. Make the outer files shorter.`;
  return [diagnostic("other-agents.codex-cuts-closest", "information", path, message)];
}
