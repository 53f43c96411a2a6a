import { type JsonObject, nameAt, numberAt } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";

type Usage = Omit<RequestUsage, "position">;

/** What a message says of its request: the answer's tokens alone. */
export function messageUsage(data: JsonObject, timeMs: number | undefined): Usage | undefined {
  const outputTokens = numberAt(data, "outputTokens");
  if (outputTokens === undefined) return undefined;
  return { ...common(data, timeMs), outputTokens };
}

/** The event of one request; the agent's files leave it out, streams of its SDK have it. */
export function requestUsage(data: JsonObject, timeMs: number | undefined): Usage {
  return {
    ...common(data, timeMs),
    ...tokens("inputTokens", data),
    ...tokens("cacheReadTokens", data),
    ...tokens("cacheWriteTokens", data),
    ...tokens("outputTokens", data),
  };
}

function common(data: JsonObject, timeMs: number | undefined): Usage {
  const model = nameAt(data, "model");
  return {
    ...(model === undefined ? {} : { model }),
    ...(timeMs === undefined ? {} : { timeMs }),
  };
}

function tokens(
  field: "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens",
  data: JsonObject,
): Usage {
  const count = numberAt(data, field);
  return count === undefined ? {} : { [field]: count };
}
