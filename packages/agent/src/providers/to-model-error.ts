import { ModelError, type ModelErrorCode } from "../model-error.ts";
import type { FailureContext } from "./failure-context.ts";
import { retryAfterMs } from "./retry-after.ts";
import { shownReason } from "./shown-reason.ts";

/** The fields of the SDK's error for an HTTP answer that count here; recognised by its shape. */
interface HttpFailure {
  readonly statusCode: number;
  readonly responseHeaders?: Readonly<Record<string, string | undefined>>;
  readonly responseBody?: string;
  readonly message: string;
}

/** Answers with these are given by the provider's own trouble; the same request may go well later. */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409, 425]);

/** What providers say, in lower case, of a request that doesn't fit the window. */
const OVERFLOW_WORDS: readonly string[] = [
  "context_length_exceeded",
  "context length",
  "context window",
  "context size",
  "maximum context",
  "prompt is too long",
  "input is too long",
  "too many tokens",
  "request_too_large",
  "exceeds the maximum number of tokens",
  "reduce the length of the messages",
];

/** Nothing to wait for: somebody has to pay first. */
const QUOTA_WORDS: readonly string[] = [
  "insufficient_quota",
  "billing",
  "credit balance",
  "exceeded your current quota",
];

/** Whatever the SDK, the network or the stream threw, as the one error of model clients. */
export function toModelError(error: unknown, context: FailureContext): ModelError {
  if (ModelError.isInstance(error)) return error;
  if (isHttpFailure(error)) return fromHttp(error, context);
  const network = networkCode(error);
  if (network !== undefined) {
    return new ModelError(
      "dropped",
      `The connection to ${context.address} failed or was cut (${network}). Check the address and the network.`,
    );
  }
  const streamed = streamedError(error);
  if (streamed !== undefined) return fromStream(streamed, context);
  const name = error instanceof Error ? error.name : typeof error;
  return new ModelError(
    "malformed_stream",
    `${context.address} answered in a form that can't be read (${name.slice(0, 60)}). Check that the address speaks the configured provider's format.`,
  );
}

function fromHttp(failure: HttpFailure, context: FailureContext): ModelError {
  const { statusCode: status, responseBody = "", responseHeaders } = failure;
  const said = `${failure.message}\n${responseBody}`.toLowerCase();
  const reason = shownReason(failure.message, context);
  const at = `${context.address} answered ${status}`;
  const wait = retryAfterMs(responseHeaders, context.now());
  const later = wait === undefined ? {} : { retryAfterMs: wait };
  if (status === 401 || status === 403) {
    // Providers repeat parts of the key here: their words are left out.
    return new ModelError(
      "unauthorised",
      `${at}: the key is missing, wrong, or not allowed to use ${context.model}. Check the variable that holds it.`,
    );
  }
  if (status === 413 || (status < 500 && status !== 429 && hasAny(said, OVERFLOW_WORDS))) {
    return new ModelError(
      "context_overflow",
      `${at}: the request is larger than ${context.model} takes${reason}. Compact the conversation or use a model with a larger window.`,
    );
  }
  if (status === 404) {
    return new ModelError(
      "bad_request",
      `${at}: there is no model ${context.model} at this address, or the address is wrong${reason}. Check the model's name and the base URL.`,
    );
  }
  if (status === 429) {
    const isQuota = hasAny(said, QUOTA_WORDS);
    return new ModelError(
      "rate_limited",
      isQuota
        ? `${at}: the quota is used up${reason}. Check the account's plan and billing.`
        : `${at}: too many requests${reason}.`,
      { ...later, ...(isQuota && { retryable: false }) },
    );
  }
  if (status >= 500 || PASSING_STATUS.has(status)) {
    return new ModelError("server_error", `${at}: the provider failed${reason}.`, later);
  }
  if (status < 400) {
    return new ModelError("malformed_stream", `${at}, but not with an answer that can be read.`);
  }
  return new ModelError("bad_request", `${at}: the request was refused${reason}.`);
}

/** An error that came inside the stream, as providers send it after they began to answer. */
function fromStream(error: { type: string; message: string }, context: FailureContext): ModelError {
  const said = `${error.type}\n${error.message}`.toLowerCase();
  const reason = shownReason(error.message, context);
  const make = (code: ModelErrorCode, what: string) =>
    new ModelError(code, `${context.address} ended its answer: ${what}${reason}.`);
  if (hasAny(said, OVERFLOW_WORDS)) return make("context_overflow", "the request is too large");
  if (said.includes("rate_limit")) return make("rate_limited", "too many requests");
  if (said.includes("authentication") || said.includes("permission")) {
    return new ModelError(
      "unauthorised",
      `${context.address} ended its answer: the key is refused.`,
    );
  }
  if (said.includes("invalid_request")) return make("bad_request", "the request was refused");
  return make("server_error", "the provider failed");
}

function isHttpFailure(error: unknown): error is HttpFailure {
  return (
    error instanceof Error &&
    typeof (error as Partial<HttpFailure>).statusCode === "number" &&
    // A cut while the body was read carries the status of an answer that had begun well.
    networkCode(error) === undefined
  );
}

/** The system's or the HTTP client's code for a connection that failed, however deep it lies. */
function networkCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < 8; depth++) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === "string" && isNetworkCode(code)) return code.slice(0, 40);
    if (current instanceof TypeError && /^(?:terminated|fetch failed)$/.test(current.message)) {
      if (current.cause === undefined) return current.message;
    }
    current = current.cause;
  }
  // The SDK's error for a request that never got an answer.
  const { name, statusCode } = (error ?? {}) as { name?: unknown; statusCode?: unknown };
  return name === "AI_APICallError" && statusCode === undefined ? "no answer" : undefined;
}

/** The system's (`ECONNRESET`), the HTTP client's (`UND_ERR_SOCKET`), or one of a certificate. */
function isNetworkCode(code: string): boolean {
  if (!/^[A-Z0-9_]+$/.test(code)) return false;
  if (code.startsWith("UND_ERR_") || code.includes("CERT") || code.startsWith("UNABLE_TO_")) {
    return true;
  }
  return code.startsWith("E") && !code.includes("_");
}

function streamedError(error: unknown): { type: string; message: string } | undefined {
  if (typeof error === "string") return { type: "", message: error };
  if (typeof error !== "object" || error === null || error instanceof Error) return undefined;
  const { type, code, message } = error as Record<string, unknown>;
  if (typeof message !== "string" && typeof type !== "string") return undefined;
  return {
    type: [type, code].filter((each) => typeof each === "string").join(" "),
    message: typeof message === "string" ? message : "",
  };
}

function hasAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}
