const MARKER: unique symbol = Symbol.for("@alisio/transcripts/error") as never;

/** Why a call failed. */
export type TranscriptErrorCode =
  /** No known format: the message lists the known ones and what was seen. */
  | "unknown-format"
  /** The source is not one of the kinds that can be read. */
  | "invalid-source"
  /** An option is unknown, of the wrong type or out of range. */
  | "invalid-option"
  /** A file that can't be read, or is not a regular file. */
  | "unreadable-file"
  /** A record that is to be encoded does not have its type's fields. */
  | "invalid-record";

/**
 * Thrown for a mistake of the caller, and for a source in no known format. Recognise it with
 * {@link TranscriptError.isInstance}, which also holds between two copies of this package.
 */
export class TranscriptError extends Error {
  override readonly name: string = "TranscriptError";
  readonly code: TranscriptErrorCode;

  constructor(code: TranscriptErrorCode, message: string) {
    super(message);
    this.code = code;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Whether a value is an error of this package, whichever copy of the package made it. */
  static isInstance(value: unknown): value is TranscriptError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
