import { reportedUsage } from "../../internal/counts.ts";
import { type JsonObject, nameAt } from "../../internal/json.ts";
import type { RequestUsage } from "../../types.ts";

type Usage = Omit<RequestUsage, "position">;

/** What a message says of its request: the answer's tokens alone. */
export function messageUsage(data: JsonObject, timeMs: number | undefined): Usage | undefined {
  const outputTokens = data["outputTokens"];
  const usage = reportedUsage(nameAt(data, "model"), timeMs, { outputTokens });
  return usage.outputTokens === undefined ? undefined : usage;
}

/** The event of one request; the agent's files leave it out, streams of its SDK have it. */
export function requestUsage(data: JsonObject, timeMs: number | undefined): Usage {
  // The agent names its counts as they are named here.
  return reportedUsage(nameAt(data, "model"), timeMs, data);
}
