import type { Part } from "@alisio/governor/message";
import { isObject, type JsonObject, jsonText, stringAt } from "./json.ts";

/** Text of a message and how many of its parts were something else. */
export interface MessageText {
  readonly text: string;
  readonly nonTextParts: number;
}

const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "input_text", "output_text"]);

/**
 * What a tool gave back, canonically: a string when all of it is text, else parts. Encoded data of
 * an image or file is never kept; its place is taken by its length.
 */
export function resultContent(value: unknown): string | readonly Part[] {
  if (typeof value === "string") return mediaInJson(value) ?? value;
  if (value === undefined || value === null) return "";
  if (!Array.isArray(value)) return isObject(value) ? oneObject(value) : String(value);
  const parts = value.map(toPart);
  if (parts.every((part) => part.type === "text")) return parts.map(textOf).join("");
  return parts;
}

/** Text of a user or assistant message: the concatenation of its text parts. */
export function messageText(value: unknown): MessageText {
  if (typeof value === "string") return { text: value, nonTextParts: 0 };
  if (!Array.isArray(value)) {
    return value === undefined || value === null
      ? { text: "", nonTextParts: 0 }
      : messageText([value]);
  }
  let text = "";
  let nonTextParts = 0;
  for (const entry of value) {
    const part = toPart(entry);
    if (part.type === "text") text += textOf(part);
    else nonTextParts += 1;
  }
  return { text, nonTextParts };
}

function textOf(part: Part): string {
  return typeof part["text"] === "string" ? part["text"] : "";
}

function oneObject(value: JsonObject): string | readonly Part[] {
  const part = toPart(value);
  if (part.type === "text") return textOf(part);
  return isMedia(value) ? [part] : jsonText(value);
}

/** One part of a content list, with its encoded data replaced by the data's length. */
export function toPart(value: unknown): Part {
  if (typeof value === "string") return { type: "text", text: value };
  if (!isObject(value)) return { type: "unknown" };
  const type = stringAt(value, "type");
  const text = stringAt(value, "text");
  if (text !== undefined && (type === undefined || TEXT_TYPES.has(type))) {
    return { type: "text", text };
  }
  const media = mediaOf(value);
  return {
    type: partType(type, media.mediaType),
    ...(media.mediaType === undefined ? {} : { mediaType: media.mediaType }),
    ...(media.dataLength === undefined ? {} : { dataLength: media.dataLength }),
  };
}

function partType(type: string | undefined, mediaType: string | undefined): string {
  if (mediaType?.startsWith("image/") || type === "input_image" || type === "image_url") {
    return "image";
  }
  return type === undefined || type === "text" ? "unknown" : type;
}

interface Media {
  readonly mediaType: string | undefined;
  readonly dataLength: number | undefined;
}

/** Finds type and length of encoded data in the shapes that providers and agents use. */
function mediaOf(value: JsonObject, isInner = false): Media {
  for (const field of ["source", "inlineData", "inline_data", "image_url", "file", "image"]) {
    const inner = value[field];
    if (isObject(inner) && !isInner) return mediaOf(inner, true);
    if (typeof inner === "string") return ofData(inner, mediaTypeOf(value));
  }
  for (const field of ["data", "url", "uri", "file_data"]) {
    const inner = value[field];
    if (typeof inner === "string") return ofData(inner, mediaTypeOf(value));
  }
  return { mediaType: mediaTypeOf(value), dataLength: undefined };
}

function mediaTypeOf(value: JsonObject): string | undefined {
  for (const field of ["media_type", "mediaType", "mimeType", "mime_type", "mime"]) {
    const type = stringAt(value, field);
    if (type !== undefined) return type.slice(0, 100);
  }
  return undefined;
}

function ofData(data: string, mediaType: string | undefined): Media {
  if (!data.startsWith("data:")) return { mediaType, dataLength: data.length };
  const end = data.slice(0, 200).search(/[;,]/);
  return { mediaType: mediaType ?? data.slice(5, Math.max(5, end)), dataLength: data.length };
}

/** Whether an object is encoded data rather than a result that merely is an object. */
function isMedia(value: unknown): boolean {
  if (!isObject(value)) return false;
  const type = stringAt(value, "type");
  if (type === undefined || TEXT_TYPES.has(type)) return false;
  const media = mediaOf(value);
  return (
    media.dataLength !== undefined &&
    (media.mediaType !== undefined || /image|media|file|audio/.test(type))
  );
}

/**
 * Some clients send a list of parts as JSON in a string, images and all. Only a list that holds
 * encoded data is taken apart: any other JSON is the result's text.
 */
function mediaInJson(text: string): readonly Part[] | undefined {
  if (!/^\s{0,9}[[{]/.test(text) || !/"(?:data|url|image_url|base64)"\s{0,9}:/.test(text))
    return undefined;
  if (!text.includes('"type"')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list = isObject(value) && Array.isArray(value["value"]) ? value["value"] : value;
  if (Array.isArray(list))
    return list.some(isMedia) && list.every(isPartLike) ? list.map(toPart) : undefined;
  return isMedia(list) ? [toPart(list)] : undefined;
}

function isPartLike(value: unknown): boolean {
  return isObject(value) && typeof value["type"] === "string";
}
