import { checkHistory } from "./internal/check-history.ts";
import { contentText } from "./internal/content.ts";
import { getOrMake } from "./internal/get-or-make.ts";
import { jsonOf } from "./internal/json-of.ts";
import { isCall } from "./internal/pairing.ts";
import { callsOf, textOf } from "./internal/texts.ts";
import { tokensOf } from "./internal/tokens.ts";
import type { Message } from "./message.ts";
import type { Segment, SegmentKind } from "./types.ts";

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
  const segments: Segment[] = [];
  const names = new Map<unknown, string>();
  for (const [messageIndex, message] of history.entries()) {
    const add = (kind: SegmentKind, text: string, more: Partial<Segment> = {}): void => {
      const tokens = tokensOf(text.length);
      segments.push({ kind, messageIndex, text, tokens, nonTextParts: 0, ...more });
    };
    switch (message?.role) {
      case "system":
        add("system", textOf(message));
        break;
      case "user":
        add(message.kind === "checkpoint" ? "checkpoint" : "user", textOf(message));
        break;
      case "tool": {
        const { text, nonTextParts } = contentText(message.content);
        const toolName = names.get(message.callId);
        const call = typeof message.callId === "string" ? { callId: message.callId } : {};
        add("tool_result", text, {
          nonTextParts,
          ...call,
          ...(toolName === undefined ? {} : { toolName }),
        });
        break;
      }
      case "assistant":
        if (textOf(message) !== "") add("assistant", textOf(message));
        for (const call of callsOf(message)) {
          if (!isCall(call)) continue;
          const { id: callId, name: toolName, args } = call;
          getOrMake(names, callId, () => toolName);
          add("tool_call", `${toolName} ${jsonOf(args) ?? ""}`, { callId, toolName });
        }
    }
  }
  return segments;
}
