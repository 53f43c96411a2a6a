import type { ToolCall } from "@alisio/governor/message";
import { ModelError } from "../model-error.ts";
import type { AgentEvent, EventProblem } from "../types-event.ts";
import type { FinishReason, ModelClient, ModelRequest, ModelUsage } from "../types-model.ts";
import { oneLine } from "./one-line.ts";

/** How often a request is sent: four more tries outlast a provider's restart. */
const MAX_ATTEMPTS = 5;
/** Before the first retry; doubled for each further one. */
const FIRST_WAIT_MS = 500;
/** The longest wait of the agent's own choice. */
const MAX_WAIT_MS = 30_000;
/** The longest wait that a provider may ask for; who asks for more is asked again by the user. */
const MAX_ASKED_WAIT_MS = 120_000;
/** UTF-16 units of a problem's message in an event. */
const MAX_MESSAGE_UNITS = 500;

/** Waits, and rejects when the signal ends it. */
export type Sleep = (ms: number, options: { readonly signal: AbortSignal }) => Promise<void>;

export interface Answer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly usage?: ModelUsage;
  readonly providerData?: unknown;
}

/** A request that got no answer. */
export interface Unanswered {
  readonly problem: EventProblem;
  /** Text of the last attempt, which listeners have seen. */
  readonly partial: string;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
  readonly emit: (event: AgentEvent) => void;
}

/** Sends one request until it is answered or failed for good. What an attempt left half is dropped. */
export async function askModel(
  model: ModelClient,
  request: ModelRequest,
  options: AskOptions,
): Promise<Answer | Unanswered> {
  const { signal, sleep, emit } = options;
  for (let attempt = 1; ; attempt += 1) {
    const told = { text: "" };
    try {
      return await receive(model, request, options, told);
    } catch (thrown) {
      const error = modelErrorOf(thrown, signal);
      const problem = { code: error.code, message: oneLine(error.message, MAX_MESSAGE_UNITS) };
      if (error.code === "aborted") return { problem, partial: told.text };
      const retryInMs = attempt < MAX_ATTEMPTS ? waitOf(error, attempt) : undefined;
      emit({
        type: "model.failed",
        problem,
        attempt,
        ...(retryInMs !== undefined && { retryInMs }),
      });
      if (retryInMs === undefined) return { problem, partial: told.text };
      if (!(await slept(sleep, retryInMs, signal))) {
        return { problem: aborted(), partial: told.text };
      }
    }
  }
}

async function receive(
  model: ModelClient,
  request: ModelRequest,
  { signal, emit }: AskOptions,
  told: { text: string },
): Promise<Answer> {
  const calls: ToolCall[] = [];
  signal.throwIfAborted();
  for await (const chunk of endedBy(signal, model.stream(request, { signal }))) {
    if (chunk.type === "text") {
      told.text += chunk.text;
      emit({ type: "text.delta", text: chunk.text });
    } else if (chunk.type === "call") calls.push(chunk.call);
    else {
      const { reason, usage, providerData } = chunk;
      return {
        text: told.text,
        calls,
        finishReason: reason,
        ...(usage && { usage: countsOf(usage) }),
        ...(providerData !== undefined && { providerData }),
      };
    }
  }
  throw new ModelError("dropped", "The model's answer ended before it was finished.");
}

/** What a provider reports is taken as far as it is counts: a session's file holds nothing else. */
function countsOf(usage: ModelUsage): ModelUsage {
  const counts = Object.entries(usage).filter(
    ([, tokens]) => Number.isSafeInteger(tokens) && tokens >= 0,
  );
  return Object.fromEntries(counts);
}

/** The same chunks, until the signal: also from a client that doesn't look at it. */
async function* endedBy<T>(signal: AbortSignal, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]();
  let stop = (): void => {};
  const aborted = new Promise<"aborted">((resolve) => {
    stop = () => resolve("aborted");
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next === "aborted") {
        signal.throwIfAborted();
      } else if (next.done === true) return;
      else yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    // Not waited for: a client that hangs would hang the interruption.
    iterator.return?.()?.catch(() => {});
  }
}

function modelErrorOf(thrown: unknown, signal: AbortSignal): ModelError {
  if (signal.aborted) return new ModelError("aborted", aborted().message);
  if (ModelError.isInstance(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ModelError("bad_request", `The model client failed: ${message}`, {
    cause: thrown,
  });
}

function aborted(): EventProblem {
  return { code: "aborted", message: "The run was interrupted." };
}

function waitOf({ retryable, retryAfterMs }: ModelError, attempt: number): number | undefined {
  if (!retryable) return undefined;
  if (retryAfterMs === undefined) return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
  return retryAfterMs <= MAX_ASKED_WAIT_MS ? Math.max(0, retryAfterMs) : undefined;
}

async function slept(sleep: Sleep, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, { signal });
  } catch {
    // Ended by the signal.
  }
  return !signal.aborted;
}
