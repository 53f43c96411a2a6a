import type { Message, ToolMessage } from "@alisio/governor/message";
import { type Placeholder, parseTemplate } from "./placeholder.ts";

/** Thrown where a placeholder has no value; the message says why. */
export class UnresolvedPlaceholder extends Error {}

/**
 * A copy of a value with every placeholder in its texts replaced by what the request's messages hold.
 * A text that is nothing but one placeholder becomes the value itself, such as a number.
 *
 * @throws UnresolvedPlaceholder
 */
export function resolvePlaceholders(value: unknown, messages: readonly Message[]): unknown {
  if (typeof value === "string") return resolveText(value, messages);
  if (Array.isArray(value)) return value.map((each) => resolvePlaceholders(each, messages));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolvePlaceholders(each, messages)]),
  );
}

function resolveText(text: string, messages: readonly Message[]): unknown {
  if (!text.includes("{{")) return text;
  const template = parseTemplate(text);
  if ("problem" in template) throw new UnresolvedPlaceholder(template.problem);
  const values = template.parts.map((part) =>
    typeof part === "string" ? part : lookUp(part, messages),
  );
  if (values.length === 1) return values[0];
  return values.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join("");
}

function lookUp(placeholder: Placeholder, messages: readonly Message[]): unknown {
  for (const result of goodResults(placeholder, messages)) {
    let value: unknown = result;
    for (const name of placeholder.field) {
      const holder = typeof value === "object" && value !== null ? value : {};
      value = Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;
    }
    if (value !== undefined) return value;
  }
  throw new UnresolvedPlaceholder(
    `${placeholder.source}: the request holds no good result of such a call with this field`,
  );
}

/** From the last one back. A stub in place of a result is none. */
function* goodResults(
  { tool, argument }: Placeholder,
  messages: readonly Message[],
): Generator<unknown, void, void> {
  const results = new Map<string, ToolMessage>();
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role === "tool") results.set(message.callId, message);
    if (message?.role !== "assistant") continue;
    for (const call of (message.calls ?? []).toReversed()) {
      if (call.name !== tool || (argument !== undefined && !names(call.args, argument))) continue;
      const result = results.get(call.id);
      if (result !== undefined && !isError(result)) yield parseResult(result);
    }
  }
}

function names(args: unknown, argument: string): boolean {
  if (typeof args !== "object" || args === null) return false;
  return Object.values(args).some((value) => value === argument);
}

function isError({ isError: flag }: ToolMessage): boolean {
  return flag !== undefined && flag !== null && flag !== false;
}

function parseResult({ content }: ToolMessage): unknown {
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (typeof part["text"] === "string" ? part["text"] : "")).join("");
  return parseJson(text) ?? parseBeforeInstructions(text);
}

/** Instructions that were attached to a result stand after its JSON, in paragraphs of their own. */
function parseBeforeInstructions(text: string): unknown {
  for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", end + 1)) {
    const value = parseJson(text.slice(0, end));
    if (value !== undefined) return value;
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
