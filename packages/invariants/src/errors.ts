const MARKER: symbol = Symbol.for("@alisio/invariants/InvariantsError");

/**
 * What a caller did wrong:
 *
 * - `invalid_argument`: an argument or a setting has the wrong type, is out of range or does not exist
 */
export type InvariantsErrorCode = "invalid_argument";

/** Thrown for a caller's mistake, never for what a session or a model holds. */
export class InvariantsError extends Error {
  /** Which mistake it is; stable, branch on this and not on the message. */
  declare readonly code: InvariantsErrorCode;

  /**
   * @param code - which mistake it is
   * @param message - what was wrong and what to do about it
   */
  constructor(code: InvariantsErrorCode, message: string) {
    super(message);
    Object.assign(this, { name: "InvariantsError", code, [MARKER]: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is InvariantsError {
    return !!(value as Record<symbol, unknown> | null | undefined)?.[MARKER];
  }
}
