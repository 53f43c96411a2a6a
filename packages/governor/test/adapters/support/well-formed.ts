import type { Message, Part, ToolCall } from "../../../src/message.ts";
import { holds } from "../../support/holds.ts";

/** The messages of a generated history that a client could write, as JSON has them. */
export function wellFormed(history: readonly unknown[]): readonly Message[] {
  const messages = (JSON.parse(JSON.stringify(history)) as readonly Message[]).flatMap(message);
  holds(messages.length <= history.length, "nothing is added");
  return messages;
}

function message(value: Message | null): readonly Message[] {
  switch (value?.role) {
    case "system":
    case "user":
      return typeof value.text === "string" ? [{ role: value.role, text: value.text }] : [];
    case "assistant": {
      const calls = Array.isArray(value.calls) ? value.calls.filter(isCall) : [];
      return [{ role: "assistant", text: String(value.text ?? ""), calls }];
    }
    case "tool": {
      const { callId, content, isError } = value;
      if (typeof callId !== "string") return [];
      const parts = Array.isArray(content) ? content.map(part) : content;
      if (typeof parts !== "string" && !Array.isArray(parts)) return [];
      const isSuccess = isError === undefined || isError === null || isError === false;
      return [{ role: "tool", callId, content: parts, ...(isSuccess ? {} : { isError: true }) }];
    }
    default:
      return [];
  }
}

function isCall(call: ToolCall | null): boolean {
  return typeof call?.id === "string" && call.id !== "" && typeof call.name === "string";
}

function part(value: Part | null): Part {
  const isText = value?.type === "text" && typeof value["text" as never] === "string";
  return isText ? (value as Part) : { type: "image", data: "AAAA" };
}
