import { contentText } from "../../internal/content.ts";
import { isRecord } from "../../internal/is-record.ts";
import { isCall } from "../../internal/pairing.ts";
import { parseObject } from "../../internal/parse-object.ts";
import { callsOf, textOf } from "../../internal/texts.ts";
import type { Message } from "../../message.ts";

/**
 * The texts that a model sees of a message: its text, the arguments of its calls, a result. What
 * stands in JSON is taken out of it, since a quote has no escapes.
 */
export function textPieces(message: Message | null | undefined): readonly string[] {
  switch (message?.role) {
    case "system":
    case "user":
      return [textOf(message)];
    case "assistant": {
      const pieces = [textOf(message)];
      for (const call of callsOf(message)) if (isCall(call)) addStrings(call.args, pieces);
      return pieces;
    }
    case "tool": {
      const { text } = contentText(message.content);
      const pieces = [text];
      addStrings(parseObject(text), pieces);
      return pieces;
    }
  }
  return [];
}

/** Without recursion: arguments from outside may be nested as deep as they like. */
function addStrings(value: unknown, pieces: string[]): void {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") pieces.push(next);
    else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (isRecord(next)) for (const item of Object.values(next)) left.push(item);
  }
}
