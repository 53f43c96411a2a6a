import { checkHistory } from "./internal/check-history.ts";
import { eachText } from "./internal/texts.ts";
import { tokensOf } from "./internal/tokens.ts";
import type { Message } from "./message.ts";
import type { Segment } from "./types.ts";

/**
 * Splits a history into its texts: one segment for each system, user, checkpoint and tool message;
 * for an assistant message one for its text if not empty, and one per call (the name, a space, and
 * the JSON of its arguments). A malformed message of a known role has an empty text; one of an
 * unknown role and a malformed call have no segment.
 *
 * @throws GovernorError `invalid_history`
 *
 * @example
 * ```ts
 * const tokens = segmentsOf(history).reduce((sum, segment) => sum + segment.tokens, 0);
 * ```
 */
export function segmentsOf(history: readonly Message[]): Segment[] {
  checkHistory(history);
  const names = new Map<unknown, string>();
  const segments: Segment[] = [];
  for (const [messageIndex, message] of history.entries()) {
    eachText(message, (kind, text, nonTextParts, call) => {
      if (call && !names.has(call.id)) names.set(call.id, call.name);
      const callId = call?.id ?? (message as { readonly callId?: unknown }).callId;
      const toolName = call?.name ?? names.get(callId);
      segments.push({
        kind,
        messageIndex,
        ...(typeof callId === "string" ? { callId } : {}),
        ...(toolName === undefined ? {} : { toolName }),
        text,
        tokens: tokensOf(text.length),
        nonTextParts,
      });
    });
  }
  return segments;
}
