import type { Message } from "../message.ts";
import { contentText, wholeText } from "./content.ts";
import { jsonLength } from "./json-of.ts";
import { isCall } from "./pairing.ts";
import { tokensOf } from "./tokens.ts";

/** How many texts there are, and how long they are together. */
export interface Sums {
  segments: number;
  tokens: number;
}

/** Adds the texts of a message without making them, which is quicker. */
export function addTexts(sums: Sums, message: Message | null | undefined): void {
  switch (message?.role) {
    case "system":
    case "user":
      addLength(sums, textOf(message).length);
      break;
    case "tool":
      addLength(sums, (wholeText(message.content) ?? contentText(message.content).text).length);
      break;
    case "assistant": {
      const { length } = textOf(message);
      if (length > 0) addLength(sums, length);
      for (const call of callsOf(message)) {
        if (isCall(call)) addLength(sums, call.name.length + 1 + jsonLength(call.args));
      }
    }
  }
}

function addLength(sums: Sums, length: number): void {
  sums.segments += 1;
  sums.tokens += tokensOf(length);
}

/** The text of a message; a malformed one has an empty text. */
export function textOf({ text }: { readonly text: unknown }): string {
  return typeof text === "string" ? text : "";
}

/** What an assistant message lists as calls. */
export function callsOf({ calls }: { readonly calls?: unknown }): readonly unknown[] {
  return Array.isArray(calls) ? calls : NO_CALLS;
}

const NO_CALLS: readonly unknown[] = [];
