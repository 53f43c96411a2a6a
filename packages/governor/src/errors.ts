const MARKER: unique symbol = Symbol.for("@alisio/governor/error");

/**
 * What went wrong:
 *
 * - `invalid_setting`: a setting has the wrong type or is out of range, or the settings are no object.
 * - `unknown_setting`: there is no setting of that name.
 * - `unsupported_policy_version`: `policyVersion` is pinned to rules newer than this package knows.
 * - `invalid_history`: the history isn't an array.
 * - `invalid_observation`: a tool profile returned something that is no list of observations.
 * - `profile_failed`: a tool profile threw; its error is the `cause`.
 */
export type GovernorErrorCode =
  | "invalid_setting"
  | "unknown_setting"
  | "unsupported_policy_version"
  | "invalid_history"
  | "invalid_observation"
  | "profile_failed";

/** A mistake of the caller. The message says what was wrong and what to do. */
export class GovernorError extends Error {
  readonly code: GovernorErrorCode;
  /** The setting or the field at fault. */
  readonly field: string | undefined;

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

  /** Recognises errors of every copy of this package that is loaded. */
  static isInstance(value: unknown): value is GovernorError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
