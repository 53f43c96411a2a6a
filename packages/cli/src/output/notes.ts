import { renderFinding, type ShownDiagnostic } from "./diagnostics.ts";
import { neutral } from "./neutral.ts";
import type { Style } from "./style.ts";

/** A finding about a file that was read: the place is known only in part. */
export interface Note extends Pick<ShownDiagnostic, "code" | "severity" | "message"> {
  readonly path?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly column?: number | null | undefined;
}

/** More than this says nothing more to a person. */
const MAX_NOTES = 20;

/** Notes for standard error, one line each, at most 20 and then a count. */
export function renderNotes(
  notes: readonly Note[],
  style: Style,
  showPath: (path: string) => string,
): string {
  const lines = notes.slice(0, MAX_NOTES).map((note) => {
    const place = [note.path && neutral(showPath(note.path)), note.line, note.column]
      .filter((part) => (part ?? "") !== "")
      .join(":");
    return renderFinding(place, note, style);
  });
  const more = notes.length - MAX_NOTES;
  return lines.join("") + (more > 0 ? `... and ${more} more findings\n` : "");
}
