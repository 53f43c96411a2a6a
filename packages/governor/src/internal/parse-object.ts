import { isRecord } from "./is-record.ts";

const BEGINS_LIKE_OBJECT = /^[ \n\r\t]*\{/;

/**
 * The JSON object that a text is, or `undefined`. `JSON.parse` decides: a scan written by hand,
 * over the characters or with regular expressions, was slower on results of 2 kB. The look at the
 * beginning spares plain text the cost of a thrown error.
 */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!BEGINS_LIKE_OBJECT.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
