import { isRecord } from "../../internal/is-record.ts";

/** An object from outside. */
export type Fields = Readonly<Record<string, unknown>>;

/** The objects of a list, each with its position in it; whatever else stands there is left alone. */
export function* eachRecord(list: unknown): Generator<readonly [Fields, number]> {
  if (!Array.isArray(list)) return;
  for (let index = 0; index < list.length; index++) {
    const entry: unknown = list[index];
    if (isRecord(entry)) yield [entry, index];
  }
}

/** The field, if it is a string with something in it. */
export function nameAt(fields: Fields, field: string): string | undefined {
  const value = fields[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * True for a call that came from a program which the provider runs, not from the model. Its result is
 * the program's: the provider may compare it when the program is continued, and the model never saw it.
 */
export function isCalledByProgram({ caller }: Fields): boolean {
  return isRecord(caller) && typeof caller["type"] === "string" && caller["type"] !== "direct";
}
