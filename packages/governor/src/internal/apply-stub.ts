import type { Part, ToolMessage } from "../message.ts";

/** The message with its text replaced: all else is as it was. The message itself isn't changed. */
export function applyStub<M extends ToolMessage>(message: M, stub: string): M {
  const { content } = message;
  return { ...message, content: typeof content === "string" ? stub : [mergedPart(content, stub)] };
}

/**
 * One text part that keeps the fields of the first and those of later parts that the first lacks.
 * Of two later parts with the same field the last counts: there a cache marker belongs.
 */
function mergedPart(parts: readonly Part[], text: string): Part {
  const [first, ...later] = parts;
  const more = Object.fromEntries(later.flatMap((part) => Object.entries(part)));
  return { ...first, ...more, ...first, text } as Part;
}
