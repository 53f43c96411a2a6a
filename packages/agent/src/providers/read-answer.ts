import type { ToolCall } from "@alisio/governor/message";
import { ModelError } from "../model-error.ts";
import type { FinishReason, ModelChunk, ModelUsage } from "../types-model.ts";
import { type AnswerPart, packProviderData } from "./provider-data.ts";
import type {
  ProviderType,
  SdkFinishReason,
  SdkProviderOptions,
  SdkStreamPart,
  SdkUsage,
} from "./sdk-types.ts";

/**
 * One streamed answer as chunks. Text is passed on as it comes; calls and what belongs to the whole
 * answer only once it has ended well, so that nothing of a cut answer is ever run.
 *
 * @throws whatever came in the stream as an error, to be explained by the caller
 */
export async function* readAnswer(
  parts: AsyncIterable<SdkStreamPart>,
  options: {
    readonly provider: ProviderType;
    readonly address: string;
  },
): AsyncGenerator<ModelChunk, void, void> {
  const answer = new Answer();
  for await (const part of parts) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta" && part.delta !== "") yield { type: "text", text: part.delta };
    if (part.type !== "finish") {
      answer.add(part);
      continue;
    }
    const { unified, raw } = part.finishReason;
    if (unified === "error" || raw === undefined) break;
    for (const call of answer.calls) yield { type: "call", call };
    const usage = usageOf(part.usage);
    const providerData = packProviderData(options.provider, answer.parts);
    yield {
      type: "finish",
      reason: reasonOf(unified, answer.calls.length > 0),
      ...(usage && { usage }),
      ...(providerData && { providerData }),
    };
    return;
  }
  throw new ModelError(
    "dropped",
    `The answer of ${options.address} ended before it was complete. It may have been cut on its way.`,
  );
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type OpenPart = Mutable<Extract<AnswerPart, { type: "reasoning" | "text" }>>;

/** What an answer is made of so far, in the order in which its parts began. */
class Answer {
  readonly parts: AnswerPart[] = [];
  readonly calls: ToolCall[] = [];
  readonly #open = new Map<string, OpenPart>();

  add(part: SdkStreamPart): void {
    switch (part.type) {
      case "text-start":
        this.#begin(`text ${part.id}`, { type: "text", length: 0 }, part.providerMetadata);
        return;
      case "reasoning-start":
        this.#begin(`reasoning ${part.id}`, { type: "reasoning", text: "" }, part.providerMetadata);
        return;
      case "text-delta":
      case "text-end":
        this.#extend(`text ${part.id}`, textOf(part), part.providerMetadata);
        return;
      case "reasoning-delta":
      case "reasoning-end":
        this.#extend(`reasoning ${part.id}`, textOf(part), part.providerMetadata);
        return;
      case "tool-call": {
        const { toolCallId: id } = part;
        this.calls.push({ id, name: part.toolName, args: parseArguments(part.input) });
        this.parts.push({ type: "call", ...metadataOf(part.providerMetadata) });
        return;
      }
      default:
        return;
    }
  }

  #begin(key: string, part: OpenPart, metadata: SdkProviderOptions | undefined): void {
    Object.assign(part, metadataOf(metadata));
    this.#open.set(key, part);
    this.parts.push(part);
  }

  #extend(key: string, text: string, metadata: SdkProviderOptions | undefined): void {
    const part = this.#open.get(key);
    if (part === undefined) return;
    if (part.type === "text") part.length += text.length;
    else part.text += text;
    if (isEmpty(metadata)) return;
    const merged: SdkProviderOptions = { ...part.metadata };
    for (const [name, values] of Object.entries(metadata ?? {})) {
      merged[name] = { ...merged[name], ...values };
    }
    part.metadata = merged;
  }
}

function textOf(part: SdkStreamPart): string {
  return part.type === "text-delta" || part.type === "reasoning-delta" ? part.delta : "";
}

function isEmpty(metadata: SdkProviderOptions | undefined): boolean {
  return Object.values(metadata ?? {}).every((values) => Object.keys(values).length === 0);
}

function metadataOf(metadata: SdkProviderOptions | undefined): { metadata?: SdkProviderOptions } {
  return metadata === undefined || isEmpty(metadata) ? {} : { metadata };
}

/** Nothing is an empty object; what is no JSON stays the text that it is, and the tool says so. */
function parseArguments(input: string): unknown {
  if (input.trim() === "") return {};
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function reasonOf(unified: SdkFinishReason["unified"], hasCalls: boolean): FinishReason {
  if (unified === "error") return "other";
  // Servers that end an answer with calls by `stop` mean the calls all the same.
  return unified === "stop" && hasCalls ? "tool-calls" : unified;
}

function usageOf({ inputTokens, outputTokens }: SdkUsage): ModelUsage | undefined {
  const usage = {
    ...(inputTokens.total !== undefined && { inputTokens: inputTokens.total }),
    ...(inputTokens.cacheRead !== undefined && { cacheReadTokens: inputTokens.cacheRead }),
    ...(inputTokens.cacheWrite !== undefined && { cacheWriteTokens: inputTokens.cacheWrite }),
    ...(outputTokens.total !== undefined && { outputTokens: outputTokens.total }),
  };
  return Object.keys(usage).length === 0 ? undefined : usage;
}
