import { ALISIO_SESSION_FORMAT } from "../../alisio/session-types.ts";
import type { Format, Match } from "../../internal/format.ts";
import { isObject, stringAt } from "../../internal/json.ts";
import { AlisioReader } from "./reader.ts";

/** Alisio's own sessions. */
export const alisio: Format = {
  name: "alisio",
  agent: "alisio",
  label: "Alisio session (JSONL)",
  matches,
  open: (session) => new AlisioReader(session),
};

function matches(value: unknown): Match {
  if (!isObject(value)) return 0;
  if (value["format"] === ALISIO_SESSION_FORMAT) return 2;
  if (stringAt(value, "at") === undefined) return 0;
  switch (value["type"]) {
    case "message":
      return isObject(value["message"]) ? 2 : 0;
    case "event":
      return isObject(value["event"]) && typeof value["id"] === "number" ? 2 : 0;
    case "compaction":
      return typeof value["checkpoint"] === "string" ? 2 : 0;
    case "run":
    case "reduction":
      return typeof value["callId"] === "string" ? 1 : 0;
    case "state":
      return typeof value["key"] === "string" ? 1 : 0;
    default:
      return 0;
  }
}
