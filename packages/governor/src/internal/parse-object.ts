import { isRecord } from "./is-record.ts";

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The JSON object that a text is, or `undefined`. `JSON.parse` decides: a scan written by hand,
 * over the characters or with regular expressions, was slower on results of 2 kB. The look at both
 * ends spares plain text the cost of a thrown error.
 */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  let start = 0;
  let end = text.length - 1;
  while (isJsonSpace(text.charCodeAt(start))) start += 1;
  while (isJsonSpace(text.charCodeAt(end))) end -= 1;
  if (text.charCodeAt(start) !== OPEN_BRACE || text.charCodeAt(end) !== CLOSE_BRACE)
    return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJsonSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
