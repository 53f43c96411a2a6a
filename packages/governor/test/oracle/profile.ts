// A second reading of the rules, written from their description alone: plain, slow, and without any
// code of the package. This file: what a result of Alisio's tools says.
import type { Observation, ToolProfile } from "../../src/types.ts";

type Fields = Record<string, unknown>;

export const oracleProfile: ToolProfile = (call, result) => {
  const args = call.args;
  if (!isObject(args)) return [];
  const { text } = result;
  switch (call.name) {
    case "read_file":
      return typeof args["path"] === "string" ? read(args, text) : [];
    case "write_file":
    case "edit_file":
      return typeof args["path"] === "string" ? [{ kind: "change", path: args["path"] }] : [];
    case "bg_output":
      return typeof args["id"] === "string" ? poll(args, text) : [];
    case "search_text":
      return typeof args["pattern"] === "string" ? search(args, text) : [];
    default:
      return [];
  }
};

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function jsonObject(text: string | null): Fields | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function read(args: Fields, text: string | null): Observation[] {
  const result = jsonObject(text);
  if (!result) return [];
  const { sha256 } = result;
  return [
    {
      kind: "read",
      path: args["path"] as string,
      ...(typeof sha256 === "string" ? { sha256 } : {}),
      ...(isNumber(args["startLine"]) ? { startLine: args["startLine"] } : {}),
      ...(isNumber(args["limit"]) ? { limit: args["limit"] } : {}),
    },
  ];
}

function poll(args: Fields, text: string | null): Observation[] {
  const result = jsonObject(text);
  if (!result || typeof result["text"] !== "string") return [];
  const offset = args["offset"] === undefined ? 0 : args["offset"];
  const limit = args["limit"] === undefined ? 20000 : args["limit"];
  if (!isNumber(offset) || !isNumber(limit)) return [];
  return [
    {
      kind: "background",
      taskId: args["id"] as string,
      offset,
      limit,
      isEmpty: result["text"].length === 0,
      ...(isNumber(result["next_offset"]) ? { nextOffset: result["next_offset"] } : {}),
    },
  ];
}

function search(args: Fields, text: string | null): Observation[] {
  if (args["path"] !== undefined && typeof args["path"] !== "string") return [];
  const result = jsonObject(text);
  if (!result || !isNumber(result["exitCode"])) return [];
  const lines = Array.isArray(result["lines"])
    ? plainLines(result["lines"])
    : processLines(result["stdout"]);
  if (!lines) return [];
  return [
    {
      kind: "search",
      pattern: args["pattern"] as string,
      argumentsKey: sortedJson(args),
      matchesKey: JSON.stringify({ exitCode: result["exitCode"], lines }),
    },
  ];
}

function plainLines(entries: unknown[]): unknown[] | undefined {
  if (entries.some((entry) => !isObject(entry))) return undefined;
  const counted = (entries as Fields[]).filter(
    ({ type }) => type === "match" || type === "context",
  );
  const isWhole = counted.every(
    ({ path, line, text }) =>
      typeof path === "string" && isNumber(line) && typeof text === "string",
  );
  return isWhole
    ? counted.map(({ type, path, line, text }) => [type, path, line, text])
    : undefined;
}

function processLines(stdout: unknown): unknown[] | undefined {
  if (typeof stdout !== "string") return undefined;
  const lines: unknown[] = [];
  for (const json of stdout.split("\n").filter((line) => line.length > 0)) {
    const entry = jsonObject(json);
    if (!entry) return undefined;
    if (entry["type"] !== "match" && entry["type"] !== "context") continue;
    const data = isObject(entry["data"]) ? entry["data"] : {};
    const path = isObject(data["path"]) ? data["path"]["text"] : undefined;
    const text = isObject(data["lines"]) ? data["lines"]["text"] : undefined;
    const line = data["line_number"];
    if (typeof path !== "string" || typeof text !== "string" || !isNumber(line)) return undefined;
    lines.push([entry["type"], path, line, text.replace(/\n$/, "")]);
  }
  return lines;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedJson(value[key])}`).join(",")}}`;
}
