import type { AssistantMessage, Message, ToolCall, ToolMessage } from "@alisio/governor/message";
import { unpackContent } from "./provider-data.ts";
import type {
  ProviderType,
  SdkAssistantPart,
  SdkMessage,
  SdkPrompt,
  SdkProviderOptions,
} from "./sdk-types.ts";
import { wellFormed } from "./well-formed.ts";

/** Ends what the provider keeps in its cache: everything before and including the marked part. */
const CACHE_MARK: SdkProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** How the block of invariants begins: it comes last in every request, so nothing after it is kept. */
const INVARIANTS_START = "<invariants policy=";

/**
 * The request's messages as the SDK's prompt. For Anthropic the system messages, the last message
 * that stays where it is, and the last one of the request before carry a cache mark. The same
 * messages always give the same prompt.
 */
export function toPrompt(provider: ProviderType, messages: readonly Message[]): SdkPrompt {
  const prompt: SdkPrompt = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== "system") continue;
    prompt.push({ role: "system", content: wellFormed(message.text) });
  }
  const systems = prompt.length;
  let stable = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role === "system") continue;
    const converted = convert(provider, message, names);
    if (converted !== undefined) append(prompt, converted);
    const isBlock = index === messages.length - 1 && isInvariants(message);
    if (!isBlock) stable = prompt.length;
  }
  if (provider === "anthropic") mark(prompt, systems, stable);
  return prompt;
}

function convert(
  provider: ProviderType,
  message: Exclude<Message, { role: "system" }>,
  names: Map<string, string>,
): SdkMessage | undefined {
  if (message.role === "user") {
    return { role: "user", content: [{ type: "text", text: wellFormed(message.text) }] };
  }
  if (message.role === "tool") return toolResult(message, names);
  return assistant(provider, message, names);
}

/** An answer without anything in it (cut before its first word) is no message to any provider. */
function assistant(
  provider: ProviderType,
  message: AssistantMessage,
  names: Map<string, string>,
): SdkMessage | undefined {
  for (const call of message.calls ?? []) names.set(call.id, call.name);
  const content = unpackContent(provider, message, inputOf).map((part) =>
    part.type === "text" ? { ...part, text: wellFormed(part.text) } : withSignature(provider, part),
  );
  return content.length === 0 ? undefined : { role: "assistant", content };
}

/**
 * Providers want an object. What the model wrote in place of one goes back as it was, so that the
 * model sees its own mistake.
 */
function inputOf(call: ToolCall): unknown {
  const { args } = call;
  if (typeof args === "object" && args !== null && !Array.isArray(args)) return args;
  return { invalid_arguments: typeof args === "string" ? wellFormed(args) : (args ?? null) };
}

/** Signatures of Gemini behind an OpenAI-compatible address: the SDK looks for them under this name. */
function withSignature(provider: ProviderType, part: SdkAssistantPart): SdkAssistantPart {
  if (provider !== "openai-compatible" || part.type !== "tool-call") return part;
  for (const options of Object.values(part.providerOptions ?? {})) {
    const signature = options["thoughtSignature"];
    if (typeof signature !== "string") continue;
    return { ...part, providerOptions: { google: { thoughtSignature: signature } } };
  }
  return part;
}

function toolResult(message: ToolMessage, names: ReadonlyMap<string, string>): SdkMessage {
  const value = wellFormed(textOf(message));
  const isError =
    message.isError !== undefined && message.isError !== null && message.isError !== false;
  return {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: message.callId,
        toolName: names.get(message.callId) ?? "unknown",
        output: isError ? { type: "error-text", value } : { type: "text", value },
      },
    ],
  };
}

function textOf({ content }: ToolMessage): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => (typeof part["text"] === "string" ? part["text"] : `[${part.type}: not sent]`))
    .join("");
}

/** Results of one answer's calls are one message to the SDK. */
function append(prompt: SdkPrompt, message: SdkMessage): void {
  const last = prompt.at(-1);
  if (message.role === "tool" && last?.role === "tool") last.content.push(...message.content);
  else prompt.push(message);
}

function isInvariants(message: Message): boolean {
  return message.role === "user" && message.text.startsWith(INVARIANTS_START);
}

/**
 * The provider looks back from a mark over a limited number of parts only; a second mark, where the
 * request before ended, is found even after an answer with many calls.
 */
function mark(prompt: SdkPrompt, systems: number, stable: number): void {
  if (systems > 0) markMessage(prompt[systems - 1]);
  let answer = stable - 1;
  while (answer >= systems && prompt[answer]?.role !== "assistant") answer -= 1;
  if (answer - 1 >= systems) markMessage(prompt[answer - 1]);
  if (stable - 1 >= systems && stable - 1 !== answer - 1) markMessage(prompt[stable - 1]);
}

function markMessage(message: SdkMessage | undefined): void {
  if (message === undefined) return;
  if (message.role === "system") {
    message.providerOptions = CACHE_MARK;
    return;
  }
  // Reasoning can't carry a mark.
  const part = message.content.findLast((each) => each.type !== "reasoning");
  if (part !== undefined) part.providerOptions = { ...part.providerOptions, ...CACHE_MARK };
}
