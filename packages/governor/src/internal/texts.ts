import type { Message, ToolCall } from "../message.ts";
import type { SegmentKind } from "../types.ts";
import { contentText } from "./content.ts";
import { jsonLength, jsonOf } from "./json-of.ts";
import { isCall } from "./pairing.ts";

/** Told of one text of a message. */
export type OnText = (
  kind: SegmentKind,
  text: string,
  nonTextParts: number,
  call: ToolCall | undefined,
) => void;

/** Tells of the texts of a message, in order. A malformed message may have none. */
export function eachText(message: Message | null | undefined, onText: OnText): void {
  switch (message?.role) {
    case "system":
      onText("system", textOf(message), 0, undefined);
      break;
    case "user": {
      const kind = message.kind === "checkpoint" ? "checkpoint" : "user";
      onText(kind, textOf(message), 0, undefined);
      break;
    }
    case "tool": {
      const { text, nonTextParts } = contentText(message.content);
      onText("tool_result", text, nonTextParts, undefined);
      break;
    }
    case "assistant": {
      const text = textOf(message);
      if (text !== "") onText("assistant", text, 0, undefined);
      for (const call of callsOf(message)) {
        if (!isCall(call)) continue;
        onText("tool_call", `${call.name} ${jsonOf(call.args) ?? ""}`, 0, call);
      }
    }
  }
}

/** Only the lengths of the same texts, which is quicker. */
export function eachLength(
  message: Message | null | undefined,
  onLength: (length: number) => void,
): void {
  switch (message?.role) {
    case "system":
    case "user":
      onLength(textOf(message).length);
      break;
    case "tool":
      onLength(contentText(message.content).text.length);
      break;
    case "assistant": {
      const { length } = textOf(message);
      if (length > 0) onLength(length);
      for (const call of callsOf(message)) {
        if (isCall(call)) onLength(call.name.length + 1 + jsonLength(call.args));
      }
    }
  }
}

function textOf({ text }: { readonly text: unknown }): string {
  return typeof text === "string" ? text : "";
}

function callsOf({ calls }: { readonly calls?: unknown }): readonly unknown[] {
  return Array.isArray(calls) ? calls : NO_CALLS;
}

const NO_CALLS: readonly unknown[] = [];
