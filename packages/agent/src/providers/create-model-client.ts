import { AgentError } from "../errors.ts";
import { type OptionNames, takeOptions } from "../internal/arguments.ts";
import { ModelError } from "../model-error.ts";
import type { ModelChunk, ModelClient, ModelRequest } from "../types-model.ts";
import { type Endpoint, loadModel, readEndpoint } from "./load-model.ts";
import { readAnswer } from "./read-answer.ts";
import type {
  ProviderType,
  SdkCallOptions,
  SdkModel,
  SdkStreamPart,
  SdkTool,
} from "./sdk-types.ts";
import { toModelError } from "./to-model-error.ts";
import { toPrompt } from "./to-prompt.ts";

/**
 * Milliseconds without a byte after which a request is given up: reasoning models are silent for
 * minutes before their first word, but not for longer.
 */
export const DEFAULT_IDLE_TIMEOUT_MS = 300_000;

/** What a model client is made from. */
export interface ModelClientOptions {
  readonly type: ProviderType;
  /** Such as `https://api.openai.com/v1`; credentials in it are sent as basic authentication. */
  readonly baseURL: string;
  /** Absent for a server that wants none; never shown. */
  readonly apiKey?: string;
  /** The model's name at that address. */
  readonly model: string;
  /** {@link DEFAULT_IDLE_TIMEOUT_MS} by default. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds since 1970, for dates in `retry-after`; the machine's clock by default. */
  readonly now?: () => number;
}

/**
 * A client of an OpenAI-compatible or an Anthropic endpoint, on the providers of the AI SDK, which
 * are loaded with the first request. It never tries a request twice: who calls decides that.
 *
 * @example
 * ```ts
 * import { createModelClient } from "@alisio/agent/providers";
 *
 * const model = createModelClient({
 *   type: "openai-compatible",
 *   baseURL: "http://localhost:11434/v1",
 *   model: "qwen3-coder",
 * });
 * ```
 * @throws AgentError `invalid_argument`, `invalid_option`
 * @throws ModelError `bad_request` for a base URL that can't be used
 */
export function createModelClient(given: ModelClientOptions): ModelClient {
  const options = checkOptions(given);
  const endpoint = readEndpoint(options.baseURL, options.apiKey);
  let loading: Promise<SdkModel> | undefined;
  const load = (): Promise<SdkModel> => {
    loading ??= loadModel(options.type, endpoint, options.apiKey, options.model);
    return loading;
  };
  return {
    model: options.model,
    stream: (request, { signal }) => answer(options, endpoint, load, request, signal),
  };
}

const OPTIONS: OptionNames<ModelClientOptions> = {
  type: true,
  baseURL: true,
  apiKey: true,
  model: true,
  idleTimeoutMs: true,
  now: true,
};

function checkOptions(given: ModelClientOptions): ModelClientOptions {
  const options = takeOptions(given, OPTIONS);
  const { type, baseURL, apiKey = "", model, idleTimeoutMs = 1, now = Date.now } = options;
  const rules: readonly (readonly [isSound: boolean, rule: string])[] = [
    [
      type === "openai-compatible" || type === "anthropic",
      "type must be openai-compatible or anthropic.",
    ],
    [typeof baseURL === "string", "baseURL must be a text, such as https://api.openai.com/v1."],
    [typeof model === "string" && model !== "", "model must name a model at that address."],
    [typeof apiKey === "string", "apiKey must be a text."],
    [
      Number.isFinite(idleTimeoutMs) && idleTimeoutMs > 0,
      "idleTimeoutMs must be milliseconds over 0.",
    ],
    [typeof now === "function", "now must be a function."],
  ];
  const broken = rules.find(([isSound]) => !isSound);
  if (broken) throw new AgentError("invalid_option", broken[1]);
  return options;
}

async function* answer(
  options: ModelClientOptions,
  endpoint: Endpoint,
  load: () => Promise<SdkModel>,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelChunk, void, void> {
  const { address } = endpoint;
  const idleMs = options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS;
  const watch = watchRequest(signal, idleMs);
  try {
    const model = await load();
    const sent = watch.race(
      Promise.resolve(
        model.doStream({ ...callOptions(options, request), abortSignal: watch.signal }),
      ),
    );
    const { stream } = await sent;
    const parts = readParts(stream, watch);
    yield* readAnswer(parts, { provider: options.type, address });
  } catch (error) {
    if (signal.aborted) throw new ModelError("aborted", "The request was ended by its caller.");
    if (watch.isIdle()) {
      throw new ModelError("timeout", `Nothing came from ${address} for ${idleMs / 1000} seconds.`);
    }
    throw toModelError(error, {
      model: options.model,
      address,
      secrets: endpoint.secrets,
      texts: () => textsOf(request),
      now: options.now ?? Date.now,
    });
  } finally {
    watch.end();
  }
}

function callOptions(options: ModelClientOptions, request: ModelRequest): SdkCallOptions {
  return {
    prompt: toPrompt(options.type, request.messages),
    ...(request.maxOutputTokens !== null && { maxOutputTokens: request.maxOutputTokens }),
    ...(request.tools.length > 0 && {
      tools: request.tools.map(
        (tool): SdkTool => ({
          type: "function",
          name: tool.name,
          description: tool.description,
          inputSchema: tool.parameters,
        }),
      ),
      toolChoice: { type: "auto" },
    }),
  };
}

/** Everything of the session that a provider could repeat. */
function* textsOf(request: ModelRequest): Generator<string, void, void> {
  for (const message of request.messages) {
    if (message.role !== "tool") yield message.text;
    else if (typeof message.content === "string") yield message.content;
    else yield JSON.stringify(message.content);
    if (message.role !== "assistant") continue;
    for (const call of message.calls ?? []) yield JSON.stringify(call.args) ?? "";
  }
}

/** Ends the request when the caller says so, or when nothing has come for too long. */
interface RequestWatch {
  readonly signal: AbortSignal;
  /** The promise, or a rejection as soon as the request is to end, whether or not the SDK heeds it. */
  race<T>(promise: Promise<T>): Promise<T>;
  isIdle(): boolean;
  /** Ends the request if it is still open, and stops watching. */
  end(): void;
}

function watchRequest(outer: AbortSignal, idleMs: number): RequestWatch {
  const controller = new AbortController();
  let idle = false;
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      controller.abort();
      reject(new Error("ended"));
    };
  });
  // Nobody may be waiting when it ends.
  stopped.catch(() => {});
  if (outer.aborted) stop();
  outer.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    race: async (promise) => {
      promise.catch(() => {});
      const timer = setTimeout(() => {
        idle = true;
        stop();
      }, idleMs);
      try {
        return await Promise.race([stopped, promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    isIdle: () => idle,
    end: () => {
      outer.removeEventListener("abort", stop);
      controller.abort();
    },
  };
}

async function* readParts(
  stream: ReadableStream<SdkStreamPart>,
  watch: RequestWatch,
): AsyncGenerator<SdkStreamPart, void, void> {
  const reader = stream.getReader();
  try {
    while (true) {
      const { done, value } = await watch.race(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
