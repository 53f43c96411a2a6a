const MARKER: symbol = Symbol.for("@alisio/governor/GovernorError");

/**
 * What a caller did wrong:
 *
 * - `invalid_setting`: a setting has the wrong type or is out of range, or the settings are no object
 * - `unknown_setting`: there is no setting of that name
 * - `unsupported_policy_version`: `policyVersion` is pinned to rules newer than this package knows
 * - `invalid_argument`: an argument is not of the kind that the function takes
 * - `invalid_history`: the history isn't an array
 * - `invalid_observation`: a tool profile returned something that is no list of observations
 * - `profile_failed`: a tool profile threw; its error is the `cause`
 */
export type GovernorErrorCode =
  | "invalid_setting"
  | "unknown_setting"
  | "unsupported_policy_version"
  | "invalid_argument"
  | "invalid_history"
  | "invalid_observation"
  | "profile_failed";

/** Thrown for a caller's mistake; what is wrong in a history is left alone instead. */
export class GovernorError extends Error {
  /** Which mistake it is; stable, branch on this and not on the message. */
  readonly code: GovernorErrorCode;
  /** The setting or the field at fault. */
  readonly field: string | undefined;

  /**
   * @param code - which mistake it is
   * @param message - what was wrong and what to do about it
   * @param options - the setting or field at fault, and what a tool profile threw
   */
  constructor(
    code: GovernorErrorCode,
    message: string,
    options: { readonly field?: string; readonly cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "GovernorError";
    this.code = code;
    this.field = options.field;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is GovernorError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
