const MARKER: symbol = Symbol.for("@alisio/skills-discovery/SkillsDiscoveryError");

/**
 * What a caller did wrong, or can't have:
 *
 * - `invalid_argument`: an argument is not of the kind that the function takes
 * - `invalid_option`: an option is unknown, of the wrong type or out of range
 * - `unknown_snapshot`: a copy of a snapshot, or none: pass the very object that discovery gave
 * - `unknown_skill`, `ambiguous_skill`: no skill answers to the name, or several do
 * - `skill_disabled`, `skill_shadowed`, `skill_hidden`, `skill_rejected`: why it isn't given
 * - `skill_changed`: the file isn't that skill any more; refresh the snapshot
 * - `skill_unreadable`: the system would not give a file of it
 * - `resource_path_refused`: the path could leave the skill's directory
 * - `resource_outside`: it leads out of the skill's directory
 * - `resource_missing`, `resource_not_regular`, `resource_unreadable`, `resource_too_large`,
 *   `resource_binary`: what is there can't be given
 * - `integrity_mismatch`: not what the manifest vouches for
 * - `project_untrusted`: a project's configuration is written only with trust
 * - `plugin_skill_locked`: a plugin's skills can't be switched one by one
 * - `write_failed`: the system would not write the configuration file
 */
export type SkillsDiscoveryErrorCode =
  | "invalid_argument"
  | "invalid_option"
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

/** Thrown for what a caller did or asked for; problems in the user's files are diagnostics instead. */
export class SkillsDiscoveryError extends Error {
  /** Which mistake it is; stable, branch on this and not on the message. */
  readonly code: SkillsDiscoveryErrorCode;

  /**
   * @param code - which mistake it is
   * @param message - what was wrong and what to do about it
   */
  constructor(code: SkillsDiscoveryErrorCode, message: string) {
    super(message);
    this.name = "SkillsDiscoveryError";
    this.code = code;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is SkillsDiscoveryError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
