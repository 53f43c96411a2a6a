/** What the caller did wrong. */
export type SkillsDiscoveryErrorCode = "invalid_argument";

const MARKER: symbol = Symbol.for("@alisio/skills-discovery/SkillsDiscoveryError");

/** Thrown for a mistake in calling this package, never for what a user's files hold. */
export class SkillsDiscoveryError extends Error {
  /** Stable; branch on this and not on the message. */
  readonly code: SkillsDiscoveryErrorCode;

  /**
   * @param code - What was wrong.
   * @param message - What was wrong and what to do about it.
   */
  constructor(code: SkillsDiscoveryErrorCode, message: string) {
    super(message);
    this.name = "SkillsDiscoveryError";
    this.code = code;
    Object.assign(this, { [MARKER]: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is SkillsDiscoveryError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
