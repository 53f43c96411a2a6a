import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { renderTable } from "../output/table.ts";
import { discoverHere, untrustedNote } from "../skills.ts";

/** `alisio skills search <query>`: ranked, best first. */
export async function skillsSearch(
  context: CommandContext,
  query: string,
  options: { readonly limit: string; readonly offset: string },
): Promise<number> {
  const limit = wholeNumber("--limit", options.limit);
  const offset = wholeNumber("--offset", options.offset);
  const { snapshot } = await discoverHere(context);
  const { searchSkills } = await import("@alisio/skills-discovery/search");
  const { total, hits } = searchSkills({ snapshot, query, limit, offset });
  if (!context.trusted) context.io.stderr(untrustedNote());
  if (context.json) {
    context.writeJson({ schemaVersion: 1, query, total, limit, offset, hits });
    return 0;
  }
  if (hits.length === 0) {
    context.io.stdout(`Nothing found for "${neutral(query)}" (${total} in all).\n`);
    return 0;
  }
  const table = await renderTable(
    [
      { title: "NAME" },
      { title: "DESCRIPTION", shrink: "end" },
      { title: "PATH", shrink: "middle" },
    ],
    hits.map((hit) => [hit.name, hit.description, hit.path]),
    { width: context.width },
  );
  const rest = total > offset + hits.length ? ` (--offset ${offset + hits.length} goes on)` : "";
  context.io.stdout(`${table}\n${hits.length} of ${total}${rest}\n`);
  return 0;
}

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text)) return value;
  throw new CliError(`${flag}: ${neutral(text)} is not a whole number of 0 or more`);
}
