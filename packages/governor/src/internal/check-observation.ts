import { GovernorError } from "../errors.ts";
import type { Observation } from "../types.ts";
import { describe } from "./describe.ts";

const text = "";

/** The fields that the rules can't do without, with a value of the right type. */
const REQUIRED: ReadonlyMap<unknown, Readonly<Record<string, unknown>>> = new Map(
  Object.entries({
    read: { path: text },
    change: { path: text },
    background: { taskId: text, offset: 0, limit: 0, isEmpty: false },
    search: { pattern: text, argumentsKey: text, matchesKey: text },
    paths: { paths: [] },
  } satisfies Record<Observation["kind"], object>),
);

/**
 * What a tool profile returned, if the rules can work with it. Kinds that this version doesn't know
 * pass: a result with one is left alone.
 *
 * @throws GovernorError `invalid_observation`
 */
export function checkObservations(observations: unknown, tool: string): readonly Observation[] {
  if (!Array.isArray(observations)) throw invalid(tool, "observations", observations, "an array");
  for (const observation of observations) {
    const required = REQUIRED.get(observation?.kind) ?? { kind: text };
    for (const field in required) {
      const value = observation?.[field];
      if (typeof value !== typeof required[field] || value === null) {
        throw invalid(tool, field, value, `of type ${typeof required[field]}`);
      }
    }
  }
  return observations;
}

function invalid(tool: string, field: string, value: unknown, expected: string): GovernorError {
  return new GovernorError(
    "invalid_observation",
    `The tool profile returned ${field}: ${describe(value)} for ${describe(tool)} (expected ${expected})`,
    { field },
  );
}
