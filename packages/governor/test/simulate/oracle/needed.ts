import type { Message, ToolMessage } from "../../../src/message.ts";
import type { SimulationRequest, SimulationStream } from "../../../src/simulate/types.ts";
import { isSuccess, oraclePairs, textOf } from "../../oracle/pairs.ts";
import type { OracleSettings } from "./settings.ts";

interface Governed {
  readonly messages: readonly Message[];
  readonly reads: readonly { readonly position: number; readonly index: number }[];
}

/** Straight from the definition of "still needed". */
export function neededIn(
  { history }: SimulationStream,
  { response, isCopy }: SimulationRequest,
  { profile, quotedBy }: OracleSettings,
  { messages, reads }: Governed,
): { readonly reads: readonly number[]; readonly edits: number } {
  const answer = response === undefined ? undefined : history[response];
  if (answer?.role !== "assistant" || isCopy || !Array.isArray(answer.calls)) {
    return { reads: [], edits: 0 };
  }
  const pairs = oraclePairs(history);
  const paths = (callId: string, kind: "read" | "change"): string[] => {
    const pair = pairs.find(({ call }) => call.id === callId);
    if (!pair || !isSuccess(pair)) return [];
    const seen = profile(pair.call, { text: textOf(pair.message.content), isError: false });
    return seen.flatMap((each) => (each.kind === kind ? [each.path] : []));
  };
  const found = new Set<number>();
  let edits = 0;
  for (const call of answer.calls) {
    if (typeof call?.id !== "string" || typeof call.name !== "string") continue;
    const lines = quotedBy(call).flatMap(telling);
    const changed = paths(call.id, "change");
    const needed = reads.filter(({ position, index }) => {
      const read = history[index] as ToolMessage;
      if (!paths(read.callId, "read").some((path) => changed.some((it) => ends(path, it)))) {
        return false;
      }
      return lines.some(
        (line) =>
          shows(read, line) && !messages.slice(position + 1).some((later) => shows(later, line)),
      );
    });
    for (const { index } of needed) found.add(index);
    if (needed.length > 0) edits++;
  }
  return { reads: [...found], edits };
}

function telling(quote: string): string[] {
  const size = (line: string): number => [...line].filter((it) => /[\p{L}\p{N}]/u.test(it)).length;
  const lines = quote.split("\n").map((line) => line.trim());
  const least = lines.some((line) => size(line) >= 8) ? 8 : 1;
  return lines.filter((line) => size(line) >= least);
}

function ends(a: string, b: string): boolean {
  const [x, y] = [a, b].map((path) => `/${path.replace(/^\.\//, "")}`) as [string, string];
  return x.endsWith(y) || y.endsWith(x);
}

function shows(message: Message, line: string): boolean {
  return textsIn(message).some((text) => text.includes(line));
}

function textsIn(message: Message): string[] {
  const any = message as unknown as Record<string, unknown> | null;
  if (any?.["role"] === "tool") {
    const parts = Array.isArray(any["content"])
      ? any["content"]
      : [{ text: any["content"], type: "text" }];
    const text = parts
      .map((part) => (part?.type === "text" && typeof part.text === "string" ? part.text : ""))
      .join("");
    return [text, ...leaves(parsed(text))];
  }
  if (!["system", "user", "assistant"].includes(String(any?.["role"]))) return [];
  const calls = any?.["role"] === "assistant" && Array.isArray(any["calls"]) ? any["calls"] : [];
  return [
    ...(typeof any?.["text"] === "string" ? [any["text"]] : []),
    ...calls.flatMap((call) =>
      typeof call?.id === "string" && typeof call.name === "string" ? leaves(call.args) : [],
    ),
  ];
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || typeof value !== "object" ? undefined : value;
  } catch {
    return undefined;
  }
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}
