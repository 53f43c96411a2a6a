const MARKER: symbol = Symbol.for("@alisio/agent/AgentError");

/**
 * What a caller did wrong, or can't have.
 *
 * - `busy`: another prompt or compaction runs in this runner
 * - `closed`: the runner was closed
 * - `invalid_argument`: an argument is not of the kind that the function takes
 * - `invalid_option`: an option is unknown, of the wrong type or out of range
 * - `invalid_session_id`: an id is not 1 to 64 letters, digits and hyphens
 * - `session_not_found`: there is no session of this id
 * - `session_busy`: another process works on the session
 * - `session_unusable`: the file is no session that this version can go on with
 * - `session_unwritable`: the system refuses the session's file or directory
 */
export type AgentErrorCode =
  | "busy"
  | "closed"
  | "invalid_argument"
  | "invalid_option"
  | "invalid_session_id"
  | "session_not_found"
  | "session_busy"
  | "session_unusable"
  | "session_unwritable";

/** Thrown for what the caller of a runner can change; what models, tools and files do is told in events. */
export class AgentError extends Error {
  /** Stable; branch on this and not on the message. */
  readonly code: AgentErrorCode;

  /**
   * @param code - what is wrong
   * @param message - what was wrong and what to do about it
   */
  constructor(code: AgentErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "AgentError";
    this.code = code;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is AgentError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
