import { isRecord } from "../../internal/is-record.ts";
import { jsonOf } from "../../internal/json-of.ts";
import type { Part } from "../../message.ts";
import type { Place } from "./draft.ts";
import { eachRecord, type Fields } from "./fields.ts";
import { isFailureText } from "./is-failure-text.ts";

/** What a `functionResponse` says; the path leads from it to the value with the text. */
export interface Response extends Place {
  readonly content: string | readonly Part[];
  readonly isError: boolean;
}

/** Names under which clients pass a text on, alone or with the name of the tool. */
const WRAPPERS: readonly string[] = ["result", "content"];

/**
 * The text of a response is its `output` by the API's definition; clients wrap texts in a `result` or
 * `content` of their own too. Any other response is its own JSON.
 */
export function responseOf(functionResponse: Fields): Response {
  const { response, parts } = functionResponse;
  const found = isRecord(response) ? inObject(response) : inValue(response, []);
  const isError = isRecord(response) && (isErrorResponse(response) || isToldAsError(response));
  const path = ["response", ...found.path];
  const media: readonly Part[] = [...eachRecord(parts)].map(([part]) => ({
    ...part,
    type: "media",
  }));
  if (typeof found.text === "string" && media.length === 0) {
    return { content: found.text, isError, path, replace: found.replace };
  }
  const own: Part =
    found.text === undefined ? { type: "unknown" } : { type: "text", text: found.text };
  return { content: [own, ...media], isError, path, replace: found.replace };
}

interface Found extends Place {
  /** `undefined` for what has no text that could be replaced. */
  readonly text: string | undefined;
}

function inObject(response: Fields): Found {
  const { output, error } = response;
  if (typeof output === "string") return inValue(output, ["output"]);
  if (typeof error === "string" && error !== "") return inValue(error, ["error"]);
  const keys = Object.keys(response).filter((key) => key !== "name");
  const only = keys.length === 1 ? (keys[0] as string) : undefined;
  if (only !== undefined && (only === "output" || WRAPPERS.includes(only))) {
    return inValue(response[only], [only]);
  }
  // Without an output the whole response counts as the function's output.
  return { text: jsonOf(response), path: [], replace: (_, stub) => ({ output: stub }) };
}

/** A text stays a text, and a value of another kind becomes one. */
function inValue(value: unknown, path: readonly string[]): Found {
  const text = typeof value === "string" ? value : value === undefined ? "" : jsonOf(value);
  return { text, path, replace: (_, stub) => stub };
}

/** Some clients send an empty `error` beside the output of a success; alone it is an error all the same. */
function isErrorResponse(response: Fields): boolean {
  if (!isNothing(response["error"])) return true;
  return (
    response["error"] === "" &&
    Object.keys(response).every((key) => ["error", "name"].includes(key))
  );
}

/** The AI SDK wraps every output with its tool's name, and errors and denials have no flag there. */
function isToldAsError({ name, content, ...others }: Fields): boolean {
  if (typeof name !== "string" || Object.keys(others).length > 0) return false;
  return isFailureText(typeof content === "string" ? content : (jsonOf(content) ?? ""));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === "";
}
