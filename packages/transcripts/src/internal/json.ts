/** A parsed JSON object whose fields nobody has checked yet. */
export type JsonObject = { readonly [field: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field as an object, else `undefined`. */
export function objectAt(value: JsonObject, field: string): JsonObject | undefined {
  const inner = value[field];
  return isObject(inner) ? inner : undefined;
}

/** The field as an array, else `undefined`. */
export function arrayAt(value: JsonObject, field: string): readonly unknown[] | undefined {
  const inner = value[field];
  return Array.isArray(inner) ? inner : undefined;
}

/** The field as a string, else `undefined`. */
export function stringAt(value: JsonObject, field: string): string | undefined {
  const inner = value[field];
  return typeof inner === "string" ? inner : undefined;
}

/** The field as a string that is not empty, else `undefined`. */
export function nameAt(value: JsonObject, field: string): string | undefined {
  const inner = value[field];
  return typeof inner === "string" && inner !== "" ? inner : undefined;
}

/** The field as a finite number, else `undefined`. */
export function numberAt(value: JsonObject, field: string): number | undefined {
  const inner = value[field];
  return typeof inner === "number" && Number.isFinite(inner) ? inner : undefined;
}

/** The value as JSON text; empty for what cannot be written (nested too deeply). */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** Whether a value holds containers in containers, more than so many. Never recurses further. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(inner, depth - 1)) return true;
  return false;
}
