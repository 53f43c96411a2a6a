/** What was asked for and can't be had; the README says what to do about each. */
export type SkillsDiscoveryErrorCode =
  | "invalid_argument"
  | "unknown_snapshot"
  | "unknown_skill"
  | "ambiguous_skill"
  | "skill_disabled"
  | "skill_shadowed"
  | "skill_hidden"
  | "skill_rejected"
  | "skill_changed"
  | "skill_unreadable"
  | "resource_path_refused"
  | "resource_outside"
  | "resource_missing"
  | "resource_not_regular"
  | "resource_unreadable"
  | "resource_too_large"
  | "resource_binary"
  | "integrity_mismatch"
  | "project_untrusted"
  | "plugin_skill_locked"
  | "write_failed";

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
