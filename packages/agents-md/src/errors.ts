const marker: unique symbol = Symbol.for("@alisio/agents-md/AgentsMdError");

/**
 * What a caller did wrong.
 *
 * - `invalid_option`: an option has a value that it can't have
 * - `invalid_path`: a path is empty, not absolute where it must be, or has a NUL character
 * - `invalid_state`: a saved tracker state is not one, or is of a version unknown here
 * - `not_a_directory`: the workspace root or the working directory is not a directory
 * - `outside_workspace`: the working directory or the target lies outside the workspace root
 */
export type AgentsMdErrorCode =
  | "invalid_option"
  | "invalid_path"
  | "invalid_state"
  | "not_a_directory"
  | "outside_workspace";

/** Thrown for a caller's mistake; problems in the user's files are diagnostics instead. */
export class AgentsMdError extends Error {
  override readonly name = "AgentsMdError";
  /** Which mistake it is. */
  readonly code: AgentsMdErrorCode;
  readonly [marker]: true = true;

  constructor(code: AgentsMdErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  /** Recognises the error of any copy of this package. */
  static isInstance(value: unknown): value is AgentsMdError {
    return typeof value === "object" && value !== null && marker in value;
  }
}
