import type { Part, ToolCall } from "@alisio/governor/message";

/** One thing that a request carries, in canonical form. */
export type Item =
  | { readonly kind: "system"; readonly text: string }
  | { readonly kind: "user"; readonly text: string; readonly nonTextParts: number }
  | {
      readonly kind: "assistant";
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly nonTextParts: number;
    }
  | {
      readonly kind: "result";
      readonly callId: string;
      readonly content: string | readonly Part[];
      readonly isError: boolean;
    };

/** An item and its position in the request's own list of messages. */
export interface PlacedItem {
  readonly item: Item;
  readonly index: number;
  /** Where messages stand on lines of their own. */
  readonly line?: number;
}

/** What one request says, or a list of messages by itself. */
export interface RequestContent {
  /** Top-level instructions; a system message at the front counts as such. */
  readonly instructions: string | undefined;
  readonly items: readonly PlacedItem[];
  readonly model: string | undefined;
}

/**
 * What an item is known by: two items of one conversation with equal keys are the same one in two
 * requests. A result is known by its call, since agents shorten old results; a response by its
 * calls, or by its text when it has none.
 */
export function keyOf(item: Item): string {
  if (item.kind === "result") return `result ${item.callId}`;
  if (item.kind !== "assistant" || item.calls.length === 0) return `${item.kind} ${item.text}`;
  return `calls ${item.calls.map(({ id }) => JSON.stringify(id)).join(" ")}`;
}

/** Whether two results of one call say the same. */
export function hasSameContent(a: Item, b: Item): boolean {
  if (a.kind !== "result" || b.kind !== "result") return true;
  if (typeof a.content === "string" || typeof b.content === "string")
    return a.content === b.content;
  const { content: others } = b;
  return (
    a.content.length === others.length &&
    a.content.every((part, index) => {
      const other = others[index];
      return part.type === other?.type && part["text"] === other["text"];
    })
  );
}
