import { MAX_BODY_LINES } from "../format-limits.ts";
import type { SkillDiagnostic } from "../types.ts";
import { findInvisibleInBody, invisibleMessage } from "./check-invisible.ts";
import { diagnosticAt, positionOf } from "./positions.ts";

/** Findings about the text behind the frontmatter, but for its links. */
export function checkBody(
  body: string,
  bodyLine: number,
  path: string,
  diagnostics: SkillDiagnostic[],
): void {
  const lines = countLines(body);
  if (lines > MAX_BODY_LINES) {
    const message = `The body has ${lines} lines, and ${MAX_BODY_LINES} are advised; move details into files beside it and name them.`;
    const position = { line: bodyLine + MAX_BODY_LINES, column: 1 };
    diagnostics.push(diagnosticAt(path, position, "body.too-long", "information", message));
  }
  const found = findInvisibleInBody(body);
  const [first] = found;
  if (first === undefined) return;
  const position = positionOf(body, first.offset, bodyLine);
  const message = invisibleMessage("The body", found);
  diagnostics.push(diagnosticAt(path, position, "text.invisible-characters", "warning", message));
}

/** Lines of a text; a break at its end doesn't begin another one. */
function countLines(text: string): number {
  if (text === "") return 0;
  const breaks = text.includes("\r")
    ? countLineFeeds(text.replace(/\r\n?/g, "\n"))
    : countLineFeeds(text);
  return /[\r\n]$/.test(text) ? breaks : breaks + 1;
}

export function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
