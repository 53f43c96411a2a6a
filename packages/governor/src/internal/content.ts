import type { TextPart, ToolMessage } from "../message.ts";

/** The text of a result with all its text parts, and how many parts aren't text. */
export interface ContentText {
  readonly text: string;
  readonly nonTextParts: number;
}

/** A tool message that a history can hold: with an id and a content. */
export function isResult(message: {
  readonly callId?: unknown;
  readonly content?: unknown;
}): message is ToolMessage {
  const { callId, content } = message;
  return typeof callId === "string" && (typeof content === "string" || Array.isArray(content));
}

/** Only what is explicitly no error is a success. */
export function isSuccess(message: ToolMessage): boolean {
  const { isError } = message;
  return isError === undefined || isError === null || isError === false;
}

/** Reads the content of a result; a malformed one has no text. */
export function contentText(content: unknown): ContentText {
  if (typeof content === "string") return { text: content, nonTextParts: 0 };
  let text = "";
  let nonTextParts = 0;
  if (Array.isArray(content)) {
    for (const part of content as readonly unknown[]) {
      if (isTextPart(part)) text += part.text;
      else nonTextParts += 1;
    }
  }
  return { text, nonTextParts };
}

/** The text of a result if all its parts are text, else `null`. */
export function wholeText(content: unknown): string | null {
  if (typeof content === "string") return content;
  const { text, nonTextParts } = contentText(content);
  return nonTextParts > 0 ? null : text;
}

function isTextPart(part: unknown): part is TextPart {
  const any = part as { readonly type?: unknown; readonly text?: unknown } | null | undefined;
  return any?.type === "text" && typeof any.text === "string";
}
