/**
 * What the caller did wrong:
 *
 * - `invalid_input`: a field of the input or an option has the wrong type or is out of range.
 * - `invalid_projection`: the projection wasn't made from this history under these settings.
 * - `conflicting_input`: two fields were given that can't be used together.
 * - `profile_failed`: the tool profile threw, or returned no list of observations.
 * - `invalid_report`: what was given to a renderer is no report of a version that it knows.
 */
export type ContextReportErrorCode =
  | "invalid_input"
  | "invalid_projection"
  | "conflicting_input"
  | "profile_failed"
  | "invalid_report";

const MARKER: unique symbol = Symbol.for("@alisio/context-report/error");

/** A mistake in calling this package. The message says what was wrong and what to do. */
export class ContextReportError extends Error {
  /** Stable; branch on this and not on the message. */
  readonly code: ContextReportErrorCode;
  /** The field or option at fault. */
  readonly field: string;

  constructor(
    code: ContextReportErrorCode,
    field: string,
    message: string,
    options?: { readonly cause: unknown },
  ) {
    super(message, options);
    this.name = "ContextReportError";
    this.code = code;
    this.field = field;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises errors of every copy of this package that is loaded. */
  static isInstance(value: unknown): value is ContextReportError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
