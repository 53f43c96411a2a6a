const MARKER: symbol = Symbol.for("@alisio/context-report/ContextReportError");

/**
 * What a caller did wrong:
 *
 * - `invalid_argument`: an argument is not of the kind that the function takes
 * - `invalid_option`: an option or a field of the input is unknown, of the wrong type or out of range
 * - `invalid_projection`: the projection wasn't made from this history under these settings
 * - `conflicting_input`: two fields were given that can't be used together
 * - `profile_failed`: the tool profile threw, or returned no list of observations
 * - `invalid_report`: what was given to a renderer is no report of a version that it knows
 */
export type ContextReportErrorCode =
  | "invalid_argument"
  | "invalid_option"
  | "invalid_projection"
  | "conflicting_input"
  | "profile_failed"
  | "invalid_report";

/** Thrown for a caller's mistake; malformed messages never fail a report. */
export class ContextReportError extends Error {
  /** Which mistake it is; stable, branch on this and not on the message. */
  readonly code: ContextReportErrorCode;
  /** The field or option at fault. */
  readonly field: string | undefined;

  /**
   * @param code - which mistake it is
   * @param message - what was wrong and what to do about it
   * @param options - the field or option at fault, and what a tool profile threw
   */
  constructor(
    code: ContextReportErrorCode,
    message: string,
    options: { readonly field?: string; readonly cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "ContextReportError";
    this.code = code;
    this.field = options.field;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is ContextReportError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
