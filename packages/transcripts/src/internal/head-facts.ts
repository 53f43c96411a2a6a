import { isObject, type JsonObject } from "./json.ts";
import { JsonScanner } from "./json-scanner.ts";

/** What a list shows of a session, as far as its head and tail tell. */
export interface HeadFacts {
  id: string | undefined;
  cwd: string | undefined;
  /** The user's first ordinary words. */
  firstWords: string | undefined;
  /** The agent's own title; it goes before the user's words. */
  title: string | undefined;
  isSubagent: boolean;
  parentId: string | undefined;
}

export function noFacts(): HeadFacts {
  return {
    id: undefined,
    cwd: undefined,
    firstWords: undefined,
    title: undefined,
    isSubagent: false,
    parentId: undefined,
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

/** The object that a text begins, as far as it goes: what is cut is closed, a string is kept. */
export function objectAtBeginning(text: string): JsonObject | undefined {
  const scanner = new JsonScanner();
  const state = scanner.feed(text);
  if (state === "complete") return objectOnLine(text.slice(0, scanner.position));
  const closed = state === "open-string" ? scanner.closeString(text) : undefined;
  const repaired = closed ?? scanner.repair(text);
  return repaired === undefined ? undefined : objectOnLine(repaired.trimStart());
}

/** Looks at records until the user's first words are known. */
export function lookFor(
  records: Iterable<JsonObject>,
  see: (record: JsonObject, facts: HeadFacts) => void,
): HeadFacts {
  const facts = noFacts();
  for (const record of records) {
    see(record, facts);
    if (facts.firstWords !== undefined) break;
  }
  return facts;
}
