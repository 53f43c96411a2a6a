import type { InstructionKind } from "./types.ts";

/** 32 KiB: about 8,000 tokens, which leaves most of a small window to the work itself. */
export const DEFAULT_MAX_BYTES = 32768;

/** Least `maxBytes`: below it not even one short file is left whole. */
export const MIN_MAX_BYTES = 1024;

/** Greatest `maxBytes`: 1 MiB of instructions fill the windows of most models. */
export const MAX_MAX_BYTES = 1048576;

/** No file is read beyond 4 MiB: four times what could ever be loaded of it. */
export const MAX_FILE_BYTES = 4194304;

/** Directories that `explainAll` looks into at most; large repositories have some tens of thousands. */
export const DEFAULT_MAX_DIRECTORIES = 200000;

/** Candidates of a project directory; the first that exists wins. The last needs `claudeMdFallback`. */
export const PROJECT_CANDIDATES: readonly {
  readonly name: string;
  readonly kind: InstructionKind;
}[] = [
  { name: "AGENTS.override.md", kind: "override" },
  { name: "AGENTS.md", kind: "agents" },
  { name: "AGENT.md", kind: "legacy" },
  { name: "CLAUDE.md", kind: "claude" },
];
