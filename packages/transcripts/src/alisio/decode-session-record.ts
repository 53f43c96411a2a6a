import { demandArgument } from "../internal/arguments.ts";
import { checkSessionRecord } from "./check-session-record.ts";
import type { SessionProblem, SessionRecord } from "./session-types.ts";

/** A line's record, or why there is none. */
export type DecodedSessionRecord =
  | { readonly record: SessionRecord; readonly problem?: undefined }
  | { readonly record?: undefined; readonly problem: SessionProblem };

/**
 * Reads one line of an Alisio session (with or without its newline). What is wrong
 * with it is a problem, never thrown.
 *
 * @throws TranscriptsError `invalid_argument` for what is no text.
 */
export function decodeSessionRecord(line: string): DecodedSessionRecord {
  demandArgument(() => typeof line === "string", "line", line, "the text of a line");
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: { kind: "damaged", message: "the line is not JSON" } };
  }
  const problem = checkSessionRecord(value);
  return problem ? { problem } : { record: value as SessionRecord };
}
