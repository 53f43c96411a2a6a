import type { Format, Match } from "../../internal/format.ts";
import { arrayAt, isObject } from "../../internal/json.ts";
import { OpenHandsReader } from "./reader.ts";

/** Runs of OpenHands: a line for each instance, or the list of events of one. */
export const openhands: Format = {
  name: "openhands",
  agent: "openhands",
  label: "OpenHands output.jsonl or trajectory (JSON)",
  matches,
  open: (session) => new OpenHandsReader(session),
};

function matches(value: unknown): Match {
  if (Array.isArray(value)) return areEvents(value) ? 2 : 0;
  if (!isObject(value)) return 0;
  const history = arrayAt(value, "history");
  if (history === undefined) return isEvent(value) ? 1 : 0;
  if (areEvents(history)) return 2;
  return history.length === 0 && typeof value["instance_id"] === "string" ? 2 : 0;
}

/** Older files pair each action with its observation. */
function areEvents(list: readonly unknown[]): boolean {
  return list.some((entry) => (Array.isArray(entry) ? entry.some(isEvent) : isEvent(entry)));
}

function isEvent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const isAction = typeof value["action"] === "string" && isObject(value["args"]);
  const isObservation =
    typeof value["observation"] === "string" && typeof value["content"] === "string";
  return isAction || isObservation;
}
