import type { Message, ToolCall, ToolMessage } from "../../src/message.ts";

/** A call with its result. Positions are whole numbers that can be compared. */
export interface OraclePair {
  readonly call: ToolCall;
  readonly message: ToolMessage;
  /** Call position: message, then place among the calls of the message. */
  readonly callAt: readonly [message: number, call: number];
  readonly resultAt: number;
}

type Anything = Record<string, unknown> | null | undefined;

/** Every id's first call with the first result after it. */
export function oraclePairs(history: readonly Message[]): OraclePair[] {
  const pairs: OraclePair[] = [];
  const used: string[] = [];
  history.forEach((message, messageAt) => {
    callsOf(message).forEach((call, callNumber) => {
      if (used.includes(call.id)) return;
      used.push(call.id);
      const resultAt = history.findIndex(
        (candidate, at) => at > messageAt && isResultOf(candidate, call.id),
      );
      if (resultAt === -1) return;
      const result = history[resultAt] as ToolMessage;
      pairs.push({ call, message: result, callAt: [messageAt, callNumber], resultAt });
    });
  });
  return pairs;
}

export function callsOf(message: Message): ToolCall[] {
  const any = message as unknown as Anything;
  if (any?.["role"] !== "assistant" || !Array.isArray(any["calls"])) return [];
  return (any["calls"] as Anything[]).filter(
    (call) => typeof call?.["id"] === "string" && typeof call["name"] === "string",
  ) as unknown as ToolCall[];
}

function isResultOf(message: Message, id: string): boolean {
  const any = message as unknown as Anything;
  if (any?.["role"] !== "tool" || any["callId"] !== id) return false;
  return typeof any["content"] === "string" || Array.isArray(any["content"]);
}

export function isSuccess(pair: OraclePair): boolean {
  const isError: unknown = pair.message.isError;
  return isError === undefined || isError === null || isError === false;
}

/** `null` if a part isn't text. */
export function textOf(content: ToolMessage["content"]): string | null {
  if (typeof content === "string") return content;
  const texts = content.map((part: unknown) => {
    const any = part as Anything;
    return any?.["type"] === "text" && typeof any["text"] === "string" ? any["text"] : null;
  });
  return texts.includes(null) ? null : texts.join("");
}

/** Both the call and the result of one come later than those of the other. */
export function isLater(pair: OraclePair, than: OraclePair): boolean {
  const [message, call] = pair.callAt;
  const [thanMessage, thanCall] = than.callAt;
  const isCallLater = message > thanMessage || (message === thanMessage && call > thanCall);
  return isCallLater && pair.resultAt > than.resultAt;
}
