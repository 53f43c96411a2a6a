import { TranscriptsError } from "../errors.ts";
import { checkSessionRecord } from "./check-session-record.ts";
import type { SessionRecord } from "./session-types.ts";

/**
 * The line of one record, its newline included. Written to the end of the file in one call, a kill
 * at any byte loses at most this line.
 *
 * @throws TranscriptsError `invalid_record`: a field is missing or of the wrong type, the state's
 * key is forbidden, or the record holds what JSON can't express (a cycle, a `bigint`).
 * @example
 * ```ts
 * import { encodeSessionRecord } from "@alisio/transcripts/alisio-session";
 *
 * const line = encodeSessionRecord({
 *   type: "message",
 *   at: "2026-01-02T03:04:05.678Z",
 *   message: { role: "user", text: "Rename the function." },
 * });
 * ```
 */
export function encodeSessionRecord(record: SessionRecord): string {
  const text = stringify(record);
  // The check is made on what a reader will see: `undefined` fields are gone, `toJSON` has run.
  const problem = checkSessionRecord(JSON.parse(text));
  if (problem)
    throw new TranscriptsError(
      "invalid_record",
      `The record can't be written: ${problem.message}.`,
    );
  return `${text}\n`;
}

function stringify(record: SessionRecord): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(record);
  } catch {
    text = undefined;
  }
  if (text === undefined) {
    throw new TranscriptsError(
      "invalid_record",
      "The record can't be written: it must be an object of JSON values, without cycles.",
    );
  }
  return text;
}
