import { applyStub } from "../../internal/apply-stub.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { Part } from "../../message.ts";
import { partsInJson } from "./parts-in-json.ts";

const TEXT_TYPES: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);

/**
 * The content of a result as formats write it: a text, or a list of parts. A list of parts that was
 * written as JSON counts as that list if it holds an image or file, whose data is no text.
 */
export function contentOf(value: unknown): string | readonly Part[] {
  if (typeof value === "string") return partsInJson(value)?.map(partOf) ?? value;
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.map(partOf) : [UNKNOWN];
}

/** What no format has, and is therefore left whole. */
const UNKNOWN: Part = { type: "unknown" };

/** One part. What isn't text keeps its own fields, so that a report can tell what it is. */
export function partOf(value: unknown): Part {
  if (!isRecord(value)) return UNKNOWN;
  const { type, text } = value;
  if (TEXT_TYPES.has(type) && typeof text === "string") {
    return type === "text" ? (value as Part) : { type: "text", text };
  }
  return typeof type === "string" && type !== "text" ? (value as Part) : UNKNOWN;
}

/** The texts of a content that isn't a result's, together. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return value === undefined || value === null ? "" : textOf([value]);
  let text = "";
  for (const entry of value as readonly unknown[]) {
    if (typeof entry === "string") text += entry;
    else if (isRecord(entry) && (entry["type"] === undefined || TEXT_TYPES.has(entry["type"]))) {
      if (typeof entry["text"] === "string") text += entry["text"];
    }
  }
  return text;
}

/**
 * The same content with a stub as its text: a string stays a string, of parts one is left, with the
 * fields of all. This holds for the parts of every format, as all of them call the text `text`.
 */
export function replaceContent(value: unknown, stub: string): unknown {
  const content = value as string | readonly Part[];
  return applyStub({ role: "tool", callId: "", content }, stub).content;
}
