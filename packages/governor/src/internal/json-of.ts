import { isRecord } from "./is-record.ts";
import { isPlain } from "./quote.ts";

/** Far beyond what a tool takes, and safely within the stack of every engine. */
const MAX_DEPTH = 500;

/** A text with fewer brackets than this holds no deeper value. */
const SHORT = 2 * MAX_DEPTH;

/**
 * The JSON of a value that comes from outside. `undefined` for what JSON can't hold, and for what is
 * nested deeper than 500 levels: where a stack ends differs from machine to machine, and what is
 * decided must not.
 */
export function jsonOf(value: unknown): string | undefined {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    return undefined;
  }
  if (json === undefined || json.length <= SHORT) return json;
  return isDeeper(value, MAX_DEPTH) ? undefined : json;
}

/** The length of that JSON, 0 without. Arguments are mostly a few plain texts, which only add up. */
export function jsonLength(value: unknown): number {
  if (isRecord(value)) {
    let length = 1;
    for (const key in value) {
      const text = value[key];
      if (typeof text !== "string" || !isPlain(text) || !isPlain(key)) {
        length = 0;
        break;
      }
      length += key.length + text.length + PUNCTUATION;
    }
    if (length > 1) return length;
  }
  return jsonOf(value)?.length ?? 0;
}

/** Four quotation marks, a colon, and a comma or the closing brace. */
const PUNCTUATION = 6;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
