import { GovernorError } from "../errors.ts";
import type { Observation } from "../types.ts";
import { describe } from "./describe.ts";

/**
 * What a tool profile returned, if the rules can work with it. Kinds that this version doesn't know
 * pass: a result with one is left alone.
 *
 * @throws GovernorError `invalid_observation`
 */
export function checkObservations(observations: unknown, tool: string): readonly Observation[] {
  if (!Array.isArray(observations)) throw invalid(tool, "observations", observations, "an array");
  for (const observation of observations as readonly Observation[]) {
    check(tool, "kind", observation?.kind, "string");
    switch (observation.kind) {
      case "read":
      case "change":
        check(tool, "path", observation.path, "string");
        break;
      case "background":
        check(tool, "taskId", observation.taskId, "string");
        check(tool, "offset", observation.offset, "number");
        check(tool, "limit", observation.limit, "number");
        check(tool, "isEmpty", observation.isEmpty, "boolean");
        break;
      case "search":
        check(tool, "pattern", observation.pattern, "string");
        check(tool, "argumentsKey", observation.argumentsKey, "string");
        check(tool, "matchesKey", observation.matchesKey, "string");
        break;
      case "paths":
        check(tool, "paths", observation.paths, "object");
    }
  }
  return observations;
}

function check(tool: string, field: string, value: unknown, type: string): void {
  const isRight = typeof value === type && value !== null;
  if (!isRight) throw invalid(tool, field, value, `of type ${type}`);
}

function invalid(tool: string, field: string, value: unknown, expected: string): GovernorError {
  return new GovernorError(
    "invalid_observation",
    `The tool profile returned ${field}: ${describe(value)} for ${describe(tool)} (expected ${expected})`,
    { field },
  );
}
