import { isObject, type JsonObject } from "./json.ts";

/** What a list shows of a session, as far as its head and tail tell. */
export interface HeadFacts {
  id: string | undefined;
  cwd: string | undefined;
  /** The user's first ordinary words. */
  firstWords: string | undefined;
  /** The agent's own title; it goes before the user's words. */
  title: string | undefined;
  isSubagent: boolean;
}

export function noFacts(): HeadFacts {
  return {
    id: undefined,
    cwd: undefined,
    firstWords: undefined,
    title: undefined,
    isSubagent: false,
  };
}

/** The object on a line; `undefined` for anything else. */
export function objectOnLine(line: string): JsonObject | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The newest record of a type in a tail, by a text that its line holds. Cheap: only lines that hold
 * the text are parsed.
 */
export function lastInTail(tail: string, marker: string): JsonObject | undefined {
  for (let at = tail.lastIndexOf(marker); at >= 0; at = tail.lastIndexOf(marker, at - 1)) {
    const from = tail.lastIndexOf("\n", at) + 1;
    const end = tail.indexOf("\n", at);
    const record = objectOnLine(tail.slice(from, end < 0 ? tail.length : end));
    if (record !== undefined) return record;
    if (from === 0) return undefined;
    at = from;
  }
  return undefined;
}
