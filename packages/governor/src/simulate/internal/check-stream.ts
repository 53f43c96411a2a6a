import { GovernorError } from "../../errors.ts";
import { checkHistory } from "../../internal/check-history.ts";
import { demandArgument } from "../../internal/demand-argument.ts";
import { describe } from "../../internal/describe.ts";
import type { SimulationStream } from "../types.ts";

/**
 * Refuses positions that are none of the history's; messages themselves are never refused.
 *
 * @throws GovernorError `invalid_argument`, `invalid_history`
 */
export function checkStream(stream: SimulationStream): void {
  const isStream = (): boolean =>
    [stream.requests, stream.compactions ?? [], stream.agentElisions ?? []].every((list) =>
      Array.isArray(list),
    );
  demandArgument(isStream, "stream", stream, "an object with a history and its requests");
  const { history, requests, compactions = [], agentElisions = [] } = stream;
  checkHistory(history);
  let least = 0;
  requests.forEach(({ length, response, timeMs, inputTokens }, number) => {
    const field = `requests[${number}]`;
    checkIndex(`${field}.length`, length, least, history.length);
    least = length;
    if (response !== undefined) checkIndex(`${field}.response`, response, 0, history.length - 1);
    for (const [name, value] of Object.entries({ timeMs, inputTokens })) {
      if (value === undefined || Number.isFinite(value)) continue;
      throw invalid(`${field}.${name}`, value, "a finite number, or nothing");
    }
  });
  compactions.forEach(({ position, added, context }, number) => {
    const field = `compactions[${number}]`;
    checkIndex(`${field}.position`, position, 0, history.length);
    checkIndex(`${field}.added`, added, 0, history.length - position);
    for (const index of context) {
      checkIndex(`${field}.context`, index, 0, history.length - 1);
    }
  });
  agentElisions.forEach(({ position }, number) => {
    checkIndex(`agentElisions[${number}].position`, position, 0, history.length);
  });
}

function checkIndex(field: string, value: unknown, from: number, to: number): void {
  if (Number.isInteger(value) && (value as number) >= from && (value as number) <= to) return;
  throw invalid(field, value, `a whole number from ${from} to ${to}`);
}

function invalid(field: string, value: unknown, expected: string): GovernorError {
  const message = `Invalid stream to simulate, ${field}: ${describe(value)} (expected ${expected})`;
  return new GovernorError("invalid_history", message, { field });
}
