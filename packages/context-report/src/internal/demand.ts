import { ContextReportError } from "../errors.ts";
import { neutral } from "./neutral.ts";

const MAX_SHOWN_CHARACTERS = 60;

/** @throws ContextReportError `invalid_option` that names the field, its value and what it must be. */
export function demand(isSound: boolean, field: string, value: unknown, expected: string): void {
  if (isSound) return;
  throw new ContextReportError(
    "invalid_option",
    `${field} is ${describe(value)}; it must be ${expected}.`,
    { field },
  );
}

/** @throws ContextReportError `invalid_option` unless it is a whole number from 0 to a bound. */
export function demandCount(field: string, value: unknown, to?: number): void {
  const isCount = Number.isSafeInteger(value) && (value as number) >= 0;
  const range = to === undefined ? "from 0" : `from 0 to ${to}`;
  demand(isCount && (value as number) <= (to ?? Infinity), field, value, `a whole number ${range}`);
}

/** @throws ContextReportError `invalid_option` unless it is absent or a list. */
export function demandList(field: string, value: unknown): void {
  demand(value === undefined || Array.isArray(value), field, value, "an array");
}

/** A value from outside: short, on one line, nothing of an object's content. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    const isLong = value.length > MAX_SHOWN_CHARACTERS;
    return `"${neutral(value.slice(0, MAX_SHOWN_CHARACTERS), true)}"${isLong ? "..." : ""}`;
  }
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
