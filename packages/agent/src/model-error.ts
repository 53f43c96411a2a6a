const MARKER: symbol = Symbol.for("@alisio/agent/ModelError");

/**
 * What went wrong with a request to a model.
 *
 * - `rate_limited`: the provider asks to wait
 * - `server_error`: the provider failed
 * - `unauthorised`: the key is missing, wrong, or not allowed to use the model
 * - `bad_request`: the provider refuses the request as it is
 * - `context_overflow`: the request is larger than the model's window
 * - `dropped`: the connection failed, or ended before the answer did
 * - `malformed_stream`: the answer is not in the provider's format
 * - `timeout`: nothing came for too long
 * - `aborted`: the caller's signal ended it
 */
export type ModelErrorCode =
  | "rate_limited"
  | "server_error"
  | "unauthorised"
  | "bad_request"
  | "context_overflow"
  | "dropped"
  | "malformed_stream"
  | "timeout"
  | "aborted";

const RETRYABLE: ReadonlySet<ModelErrorCode> = new Set<ModelErrorCode>([
  "rate_limited",
  "server_error",
  "dropped",
  "malformed_stream",
  "timeout",
]);

/** What a {@link ModelError} may say besides its code. */
export interface ModelErrorOptions {
  /** Whether the same request may go well later; by default as the code says. */
  readonly retryable?: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number;
  /** What was thrown below; for whoever debugs, never shown. */
  readonly cause?: unknown;
}

/** Thrown by a model client in all that goes wrong with a request. */
export class ModelError extends Error {
  /** Stable; branch on this and not on the message. */
  readonly code: ModelErrorCode;
  /** Whether the same request may go well later. */
  readonly retryable: boolean;
  /** How long the provider asks to wait, in milliseconds; `undefined` when it said nothing. */
  readonly retryAfterMs: number | undefined;

  /**
   * @param code - what went wrong
   * @param message - what it was and what to do about it; without a key or text of the session
   */
  constructor(code: ModelErrorCode, message: string, options: ModelErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ModelError";
    this.code = code;
    this.retryable = options.retryable ?? RETRYABLE.has(code);
    this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Recognises an error of this package, also one that another copy of it threw. */
  static isInstance(value: unknown): value is ModelError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
