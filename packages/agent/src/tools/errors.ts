const MARKER = Symbol.for("alisio.agent.workspace-tools-error");

/** What went wrong in a caller's use of the workspace tools. */
export type WorkspaceToolsErrorCode = "invalid_option" | "invalid_directory";

/**
 * A mistake of whoever sets the tools up. What a model asks for wrongly is never one: that is an
 * outcome with `isError`.
 */
export class WorkspaceToolsError extends Error {
  override readonly name = "WorkspaceToolsError";
  readonly code: WorkspaceToolsErrorCode;

  constructor(code: WorkspaceToolsErrorCode, message: string) {
    super(message);
    this.code = code;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises the errors of every copy of this package. */
  static isInstance(value: unknown): value is WorkspaceToolsError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
