import { isRecord } from "../../internal/is-record.ts";
import { jsonOf } from "../../internal/json-of.ts";
import type { Part } from "../../message.ts";
import { contentOf, replaceContent } from "./content.ts";
import type { Place } from "./draft.ts";
import type { Fields } from "./fields.ts";

/** What a `tool-result` part says; the path leads from the part to the value with the text. */
export interface Output extends Place {
  readonly content: string | readonly Part[];
  readonly isError: boolean;
}

/** A result that is never elided, as it can't be told what its text is. */
const UNKNOWN: readonly Part[] = [{ type: "unknown" }];

/** Reads the output of a part: since version 5 one with a type, before that any `result`. */
export function outputOf(part: Fields): Output {
  const { output, isError } = part;
  if (isRecord(output) && typeof output["type"] === "string") return typedOutput(output);
  const field = output === undefined ? "result" : "output";
  const hasParts = part["experimental_content"] !== undefined || part["content"] !== undefined;
  return {
    ...(hasParts ? WHOLE : plainOutput(part[field])),
    path: [field],
    isError: isError !== undefined && isError !== null && isError !== false,
  };
}

/** The value is never replaced: a result that isn't all text is never elided. */
const WHOLE: Pick<Output, "content" | "replace"> = { content: UNKNOWN, replace: (value) => value };

function typedOutput(output: Fields): Output {
  const { type, value } = output;
  const path = ["output", "value"];
  switch (type) {
    case "text":
    case "content":
      return { content: contentOf(value), path, replace: replaceContent, isError: false };
    case "json":
      return { ...plainOutput(value), path, isError: false };
    case "error-text":
    case "error-json":
      return { ...plainOutput(value), path, isError: true };
    case "execution-denied": {
      const { reason } = output;
      const content = typeof reason === "string" ? reason : "";
      return { content, path: ["output", "reason"], replace: replaceContent, isError: true };
    }
    default:
      return { ...WHOLE, path, isError: false };
  }
}

/** A text, or the JSON of a value, which becomes a text when it is elided. */
function plainOutput(value: unknown): Pick<Output, "content" | "replace"> {
  if (typeof value === "string") return { content: contentOf(value), replace: replaceContent };
  const json = value === undefined ? "" : jsonOf(value);
  return json === undefined ? WHOLE : { content: contentOf(json), replace: (_, stub) => stub };
}
