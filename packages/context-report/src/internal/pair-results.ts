import type { Message, Segment, ToolCall } from "@alisio/governor";
import { isRecord } from "./is-record.ts";

/** A call and its result. Positions are those of their segments. */
export interface Pair {
  readonly call: ToolCall;
  readonly callSegment: number;
  readonly resultSegment: number;
  readonly callMessage: number;
  readonly resultMessage: number;
  readonly isError: boolean;
  /** All text parts together; `null` when a part of the result isn't text. */
  readonly text: string | null;
}

interface OpenCall {
  readonly call: ToolCall;
  readonly segment: number;
  readonly message: number;
  isAnswered: boolean;
}

/**
 * Joins calls with results as the governor does: the pair of an id is its first call and the first
 * result after that call. In order of the results.
 */
export function pairResults(history: readonly Message[], segments: readonly Segment[]): Pair[] {
  const open = new Map<string, OpenCall>();
  const pairs: Pair[] = [];
  let calls: readonly ToolCall[] = [];
  let message = -1;
  let next = 0;
  for (const [index, segment] of segments.entries()) {
    const { kind, messageIndex, callId } = segment;
    if (messageIndex !== message) {
      message = messageIndex;
      calls = wellFormedCalls(history[messageIndex]);
      next = 0;
    }
    if (kind === "tool_call") {
      const call = calls[next++];
      if (call && !open.has(call.id)) {
        open.set(call.id, { call, segment: index, message, isAnswered: false });
      }
    } else if (kind === "tool_result" && callId !== undefined && hasContent(history[message])) {
      const opened = open.get(callId);
      if (!opened || opened.isAnswered) continue;
      opened.isAnswered = true;
      pairs.push({
        call: opened.call,
        callSegment: opened.segment,
        resultSegment: index,
        callMessage: opened.message,
        resultMessage: message,
        isError: isErrorResult(history[message]),
        text: segment.nonTextParts > 0 ? null : segment.text,
      });
    }
  }
  return pairs;
}

/** Only what is explicitly no error is a success. */
export function isErrorResult(message: unknown): boolean {
  const isError = (message as { readonly isError?: unknown } | null | undefined)?.isError;
  return isError !== undefined && isError !== null && isError !== false;
}

/** The calls that have segments, in their order. */
function wellFormedCalls(message: unknown): readonly ToolCall[] {
  const calls = isRecord(message) ? message["calls"] : undefined;
  return Array.isArray(calls) ? calls.filter(isCall) : [];
}

function isCall(call: unknown): call is ToolCall {
  return isRecord(call) && typeof call["id"] === "string" && typeof call["name"] === "string";
}

/** A result that a history can hold. */
export function hasContent(message: unknown): boolean {
  const content = isRecord(message) ? message["content"] : undefined;
  return typeof content === "string" || Array.isArray(content);
}
