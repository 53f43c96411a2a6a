import { isObject, type JsonObject } from "../internal/json.ts";
import {
  ALISIO_SESSION_FORMAT,
  ALISIO_SESSION_VERSION,
  FORBIDDEN_STATE_KEYS,
  type SessionProblem,
} from "./session-types.ts";

/** A check gives the first field that is wrong and what it should be. */
type Check = (record: JsonObject) => string | undefined;

/** Days are not counted out per month: whether a time is parsable is the reader's affair. */
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Whether the text is a time as records carry it, for example `2026-01-02T03:04:05.678Z`. */
export function isRecordTime(text: string): boolean {
  return ISO_UTC.test(text);
}

/** The problem of a value that should be a record, or `undefined` when it is one. */
export function checkSessionRecord(value: unknown): SessionProblem | undefined {
  if (!isObject(value)) return { kind: "malformed", message: "a record must be a JSON object" };
  const type = value["type"];
  const check = typeof type === "string" && Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
  if (!check) return { kind: "unknown", message: "type must be one of the known record types" };
  const newer = type === "session" ? newerVersion(value) : undefined;
  if (newer) return newer;
  const wrong = time(value) ?? check(value);
  return wrong === undefined ? undefined : { kind: "malformed", message: `${type}: ${wrong}` };
}

const CHECKS: { readonly [type: string]: Check } = {
  session: header,
  run: (record) =>
    text(record, "run") ?? text(record, "callId") ?? optional(record, "parentRun", text),
  message: (record) => optional(record, "run", text) ?? messageRecord(record),
  event: (record) => optional(record, "run", text) ?? eventRecord(record),
  compaction: (record) => optional(record, "run", text) ?? compactionRecord(record),
  reduction: (record) =>
    optional(record, "run", text) ?? text(record, "callId") ?? content(record["content"]),
  state: stateRecord,
};

function newerVersion(record: JsonObject): SessionProblem | undefined {
  const version = record["version"];
  if (typeof version !== "number" || version <= ALISIO_SESSION_VERSION) return undefined;
  return {
    kind: "newer-version",
    message: `session: version is newer than ${ALISIO_SESSION_VERSION}, the newest that is known here; update Alisio to read it`,
  };
}

function header(record: JsonObject): string | undefined {
  if (record["format"] !== ALISIO_SESSION_FORMAT)
    return `format must be "${ALISIO_SESSION_FORMAT}"`;
  if (record["version"] !== ALISIO_SESSION_VERSION) {
    return `version must be ${ALISIO_SESSION_VERSION}`;
  }
  const root = record["workspaceRoot"];
  return (
    text(record, "sessionId") ??
    text(record, "cwd") ??
    (root === null ? undefined : optional(record, "workspaceRoot", text)) ??
    optional(record, "agentVersion", text)
  );
}

function messageRecord(record: JsonObject): string | undefined {
  const inner = record["message"];
  if (!isObject(inner)) return "message must be an object";
  const wrong = message(inner);
  if (wrong !== undefined) return `message.${wrong}`;
  const usage = record["usage"];
  return (
    optional(record, "model", text) ??
    optional(record, "injected", flag) ??
    (usage === undefined ? undefined : usageOf(usage))
  );
}

function message(value: JsonObject): string | undefined {
  switch (value["role"]) {
    case "system":
      return string(value, "text");
    case "user": {
      const kind = value["kind"];
      const isKnown = kind === undefined || kind === "message" || kind === "checkpoint";
      return string(value, "text") ?? (isKnown ? undefined : "kind must be message or checkpoint");
    }
    case "assistant":
      return string(value, "text") ?? calls(value["calls"]);
    case "tool": {
      const isError = value["isError"];
      const isFlag = isError === undefined || isError === null || typeof isError === "boolean";
      return (
        string(value, "callId") ??
        content(value["content"]) ??
        (isFlag ? undefined : "isError must be a boolean")
      );
    }
    default:
      return "role must be system, user, assistant or tool";
  }
}

function calls(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return "calls must be a list";
  for (const call of value) {
    if (!isObject(call)) return "calls must be a list of objects";
    const wrong = string(call, "id") ?? string(call, "name");
    if (wrong !== undefined) return `calls: ${wrong}`;
  }
  return undefined;
}

function content(value: unknown): string | undefined {
  if (typeof value === "string") return undefined;
  if (!Array.isArray(value)) return "content must be a string or a list of parts";
  for (const part of value) {
    if (!isObject(part) || typeof part["type"] !== "string") {
      return "content must be a list of parts with a type";
    }
    if (part["type"] === "text" && typeof part["text"] !== "string") {
      return "content: a text part must have a text";
    }
  }
  return undefined;
}

const COUNTS = ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens"] as const;

function usageOf(value: unknown): string | undefined {
  if (!isObject(value)) return "usage must be an object";
  for (const field of COUNTS) {
    const wrong = optional(value, field, count);
    if (wrong !== undefined) return `usage.${wrong}`;
  }
  return undefined;
}

function eventRecord(record: JsonObject): string | undefined {
  const event = record["event"];
  const id = record["id"];
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) {
    return "id must be an integer from 1";
  }
  return isObject(event) && typeof event["type"] === "string"
    ? undefined
    : "event must be an object with a type";
}

function compactionRecord(record: JsonObject): string | undefined {
  const trigger = record["trigger"];
  if (trigger !== "auto" && trigger !== "manual") return "trigger must be auto or manual";
  return (
    count(record, "firstKept") ??
    string(record, "checkpoint") ??
    optional(record, "tokensBefore", count)
  );
}

function stateRecord(record: JsonObject): string | undefined {
  const key = record["key"];
  if (typeof key === "string" && FORBIDDEN_STATE_KEYS.includes(key)) {
    return `key must not be ${key}: grants end with the process and are never stored`;
  }
  if (record["value"] === undefined) return "value must be given; null forgets the key";
  return text(record, "key");
}

function time(record: JsonObject): string | undefined {
  const at = record["at"];
  const isTime = typeof at === "string" && isRecordTime(at);
  return isTime ? undefined : "at must be a time in UTC such as 2026-01-02T03:04:05.678Z";
}

type FieldCheck = (record: JsonObject, field: string) => string | undefined;

function optional(record: JsonObject, field: string, check: FieldCheck): string | undefined {
  return record[field] === undefined ? undefined : check(record, field);
}

function string(record: JsonObject, field: string): string | undefined {
  return typeof record[field] === "string" ? undefined : `${field} must be a string`;
}

function text(record: JsonObject, field: string): string | undefined {
  const value = record[field];
  return typeof value === "string" && value !== "" ? undefined : `${field} must be a text`;
}

function flag(record: JsonObject, field: string): string | undefined {
  return typeof record[field] === "boolean" ? undefined : `${field} must be true or false`;
}

function count(record: JsonObject, field: string): string | undefined {
  const value = record[field];
  const isCount = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return isCount ? undefined : `${field} must be an integer from 0`;
}
