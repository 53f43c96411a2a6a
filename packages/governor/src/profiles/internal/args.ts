import { isRecord } from "../../internal/is-record.ts";

/** The arguments of a call. */
export type Fields = Readonly<Record<string, unknown>>;

const NO_FIELDS: Fields = {};

/** The arguments, if they are an object. */
export function fieldsOf(args: unknown): Fields {
  return isRecord(args) ? args : NO_FIELDS;
}

/** The first of these arguments that is a string with something in it. */
export function stringOf(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/**
 * A line number or a count of lines: `undefined` when it isn't given, `NaN` when it is given and is
 * no such number, so that what the tool made of it is unknown. Models write numbers as strings too.
 */
export function linesOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : Number.NaN;
}
