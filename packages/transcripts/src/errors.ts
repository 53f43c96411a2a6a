const MARKER: symbol = Symbol.for("@alisio/transcripts/TranscriptsError");

/**
 * What a caller did wrong, or can't have:
 *
 * - `unknown_format`: the source is in no known format; the message lists these and what was seen
 * - `invalid_argument`: an argument is not of the kind that the function takes
 * - `invalid_option`: an option is unknown, of the wrong type or out of range
 * - `unreadable_file`: the file can't be read, or is not a regular file
 * - `invalid_record`: a record that is to be encoded does not have its type's fields
 */
export type TranscriptsErrorCode =
  | "unknown_format"
  | "invalid_argument"
  | "invalid_option"
  | "unreadable_file"
  | "invalid_record";

/** Thrown for a caller's mistake, and for a source that can't be read at all. */
export class TranscriptsError extends Error {
  /** Which mistake it is; stable, branch on this and not on the message. */
  readonly code: TranscriptsErrorCode;

  /**
   * @param code - which mistake it is
   * @param message - what was wrong and what to do about it
   */
  constructor(code: TranscriptsErrorCode, message: string) {
    super(message);
    this.name = "TranscriptsError";
    this.code = code;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is TranscriptsError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
