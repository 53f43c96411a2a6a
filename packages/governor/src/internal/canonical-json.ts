import { isRecord } from "./is-record.ts";
import { jsonOf } from "./json-of.ts";

/** JSON with sorted keys: equal for equal values, and only then. `undefined` as of {@link jsonOf}. */
export function canonicalJson(value: unknown): string | undefined {
  return jsonOf(value) === undefined ? undefined : JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]));
}
