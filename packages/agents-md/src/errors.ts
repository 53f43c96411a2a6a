const MARKER: symbol = Symbol.for("@alisio/agents-md/AgentsMdError");

/**
 * What a caller did wrong:
 *
 * - `invalid_argument`: an argument is not of the kind that the function takes
 * - `invalid_option`: an option is unknown, of the wrong type or out of range
 * - `invalid_path`: a path is missing, empty, not absolute where it must be, or has a NUL character
 * - `invalid_state`: a saved tracker state is not one, or is of a version unknown here
 * - `not_a_directory`: the workspace root or the working directory is not a directory
 * - `outside_workspace`: the working directory or the target lies outside the workspace root
 */
export type AgentsMdErrorCode =
  | "invalid_argument"
  | "invalid_option"
  | "invalid_path"
  | "invalid_state"
  | "not_a_directory"
  | "outside_workspace";

/** Thrown for a caller's mistake; problems in the user's files are diagnostics instead. */
export class AgentsMdError extends Error {
  /** Which mistake it is; stable, branch on this and not on the message. */
  readonly code: AgentsMdErrorCode;

  /**
   * @param code - which mistake it is
   * @param message - what was wrong and what to do about it
   */
  constructor(code: AgentsMdErrorCode, message: string) {
    super(message);
    this.name = "AgentsMdError";
    this.code = code;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is AgentsMdError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
