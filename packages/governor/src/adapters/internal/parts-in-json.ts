import { isRecord } from "../../internal/is-record.ts";

const MARKS: readonly string[] = ['"data"', '"url"', '"image_url"', '"base64"', '"file_data"'];
const DATA_FIELDS: readonly string[] = ["data", "url", "image_url", "base64", "file_data"];
const NESTED_FIELDS: readonly string[] = ["source", "image_url", "file", "inlineData", "image"];
const TEXT_TYPES: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);
const MEDIA_TYPE = /^(?:input_)?(?:image|media|file|audio|video|document)/;

/**
 * The list of parts that a text is in JSON, if one of them is an image or file. Clients of providers
 * that take only text write results with an image like this. Any other JSON is the result's text.
 */
export function partsInJson(text: string): readonly unknown[] | undefined {
  const start = text.trimStart();
  const isList = start.startsWith("[");
  if (!(isList || start.startsWith("{")) || !text.includes('"type"')) return undefined;
  if (!MARKS.some((mark) => text.includes(mark))) return undefined;
  const value = parsed(text);
  const parts = isRecord(value) && Array.isArray(value["value"]) ? value["value"] : value;
  if (!Array.isArray(parts)) return isMedia(parts) ? [parts] : undefined;
  const isParts = parts.every((part) => isRecord(part) && typeof part["type"] === "string");
  return isParts && parts.some(isMedia) ? parts : undefined;
}

/** A part that isn't text and has data, or says where they are. */
function isMedia(part: unknown): boolean {
  if (!isRecord(part) || typeof part["type"] !== "string" || TEXT_TYPES.has(part["type"])) {
    return false;
  }
  const isTyped = MEDIA_TYPE.test(part["type"]);
  return isTyped && [part, ...NESTED_FIELDS.map((field) => part[field])].some(hasData);
}

function hasData(value: unknown): boolean {
  return isRecord(value) && DATA_FIELDS.some((field) => typeof value[field] === "string");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
