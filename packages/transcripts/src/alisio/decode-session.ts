import { demandArgument } from "../internal/arguments.ts";
import { decodeSessionRecord } from "./decode-session-record.ts";
import type { SessionHeaderRecord, SessionProblem, SessionRecord } from "./session-types.ts";

/** A session file's records, and what has to be set aside. */
export interface DecodedSession {
  /** The header; `undefined` when the first record isn't one that can be used. */
  readonly header: SessionHeaderRecord | undefined;
  /** All records that could be read, in order, the header included. */
  readonly records: readonly SessionRecord[];
  /** Lines that hold no record, by number from 1; a torn last line is not among them. */
  readonly problems: readonly (SessionProblem & { readonly line: number })[];
  /** A last line that was being written when the process ended. */
  readonly torn: TornLine | undefined;
  /** Whether the last line lacks its newline though it is whole: write one before going on. */
  readonly needsNewline: boolean;
}

/** The rest of a line that was not written to its end. */
export interface TornLine {
  /** From 1. */
  readonly line: number;
  /** Where it begins, in UTF-16 units of the text: keep what is before it. */
  readonly start: number;
}

/**
 * Reads the whole text of an Alisio session file. A line that can't be read costs
 * that line, and a last line without its end is set aside.
 *
 * @example
 * ```ts
 * import { decodeSession } from "@alisio/transcripts/alisio-session";
 *
 * const { records, torn } = decodeSession('{"type":"session","form');
 * // records is empty, torn is { line: 1, start: 0 }
 * ```
 *
 * @throws TranscriptsError `invalid_argument` for what is no text; never for what it holds.
 */
export function decodeSession(text: string): DecodedSession {
  demandArgument(() => typeof text === "string", "text", text, "the text of a session file");
  const records: SessionRecord[] = [];
  const problems: (SessionProblem & { line: number })[] = [];
  let torn: TornLine | undefined;
  let needsNewline = false;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    const content = text.slice(start, end);
    if (!isBlank(content)) {
      const { record, problem } = decodeSessionRecord(content);
      if (record) records.push(record);
      else if (newline < 0 && problem.kind === "damaged") torn = { line, start };
      else problems.push({ ...problem, line });
      needsNewline = newline < 0 && torn === undefined;
    }
    start = end + 1;
  }
  const first = records[0];
  const header = first?.type === "session" ? first : undefined;
  return { header, records, problems, torn, needsNewline };
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}
