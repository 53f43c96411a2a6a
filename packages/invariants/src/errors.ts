/** What the caller did wrong: an argument or a setting that is not in its range. */
export type InvariantsErrorCode = "invalid_argument";

const MARKER: symbol = Symbol.for("@alisio/invariants/InvariantsError");

/** Thrown for a mistake in calling this package, never for what a session or a model holds. */
export class InvariantsError extends Error {
  /** Stable; branch on this and not on the message. */
  declare readonly code: InvariantsErrorCode;

  /**
   * @param code - What was wrong.
   * @param message - What was wrong and what to do about it.
   */
  constructor(code: InvariantsErrorCode, message: string) {
    super(message);
    Object.assign(this, { name: "InvariantsError", code, [MARKER]: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is InvariantsError {
    return (value as Record<symbol, unknown> | null | undefined)?.[MARKER] === true;
  }
}
