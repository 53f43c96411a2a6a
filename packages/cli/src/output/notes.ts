import { neutral } from "./neutral.ts";
import type { Style } from "./style.ts";

/** Findings about a file that was read: the place is known only in part. */
export interface Note {
  readonly code: string;
  readonly severity: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

/** More than this says nothing more to a person. */
const MAX_NOTES = 20;

/** Notes for standard error, one line each, at most 20 and then a count. */
export function renderNotes(
  notes: readonly Note[],
  style: Style,
  showPath: (path: string) => string,
): string {
  const lines = notes.slice(0, MAX_NOTES).map(({ path, line, column, severity, message, code }) => {
    const place = [path === undefined ? "" : neutral(showPath(path)), line, column]
      .filter((part) => part !== undefined && part !== "")
      .join(":");
    const paint =
      severity === "error" ? style.red : severity === "warning" ? style.yellow : style.dim;
    return `${place}${place && ": "}${paint(severity)}: ${neutral(message)} [${code}]\n`;
  });
  const more = notes.length - MAX_NOTES;
  return lines.join("") + (more > 0 ? `... and ${more} more findings\n` : "");
}
