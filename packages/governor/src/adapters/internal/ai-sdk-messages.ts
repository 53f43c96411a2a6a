import { isRecord } from "../../internal/is-record.ts";
import type { ToolCall } from "../../message.ts";
import { outputOf } from "./ai-sdk-output.ts";
import { textOf } from "./content.ts";
import { Draft, type Drafted } from "./draft.ts";
import { eachRecord, type Fields, isCalledByProgram } from "./fields.ts";

/** What is looked at; whatever else a request holds is carried through. */
interface AiSdkFields {
  readonly messages?: unknown;
  readonly prompt?: unknown;
  readonly system?: unknown;
}

/** Reads `ModelMessage`s and the prompt of a provider, which differ only in what they may hold. */
export function readAiSdk({ messages, prompt, system }: AiSdkFields): Drafted {
  const draft = new Draft();
  if (system !== undefined && system !== null) draft.instructions(systemText(system));
  if (!Array.isArray(messages) && typeof prompt === "string") draft.user(prompt);
  const field = Array.isArray(messages) ? "messages" : "prompt";
  for (const [{ role, content }, index] of eachRecord(field === "messages" ? messages : prompt)) {
    if (role === "system") draft.system(textOf(content));
    else if (role === "user") draft.user(textOf(content));
    else if (role === "assistant") draft.assistant(textOf(content), callsOf(content));
    else if (role === "tool") readResults(draft, content, [field, index, "content"]);
  }
  return draft.finish();
}

/** A text, or one system message, or several. */
function systemText(system: unknown): string {
  if (typeof system === "string") return system;
  const messages: readonly unknown[] = Array.isArray(system) ? system : [system];
  return messages
    .map((message) => textOf(isRecord(message) ? message["content"] : message))
    .join("");
}

/** What the provider executes or has called is its own: nothing of it is anything to decide on. */
function callsOf(content: unknown): readonly ToolCall[] {
  const calls: ToolCall[] = [];
  for (const [part] of eachRecord(content)) {
    const { type, toolCallId: id, toolName: name, providerExecuted } = part;
    if (type !== "tool-call" || providerExecuted === true || isForProgram(part)) continue;
    if (typeof id !== "string" || typeof name !== "string") continue;
    // Version 4 called them `args`.
    calls.push({ id, name, args: part["input"] ?? part["args"] ?? {} });
  }
  return calls;
}

/** Providers note who called in their options. */
function isForProgram({ providerOptions }: Fields): boolean {
  if (!isRecord(providerOptions)) return false;
  return Object.values(providerOptions).some((own) => isRecord(own) && isCalledByProgram(own));
}

function readResults(draft: Draft, content: unknown, path: readonly (string | number)[]): void {
  for (const [part, index] of eachRecord(content)) {
    const { type, toolCallId: callId } = part;
    if (type !== "tool-result" || typeof callId !== "string") continue;
    const output = outputOf(part);
    const place = { path: [...path, index, ...output.path], replace: output.replace };
    draft.result({ callId, content: output.content, isError: output.isError, place });
  }
}
