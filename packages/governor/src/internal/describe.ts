import { quote } from "./quote.ts";

const MAX_SHOWN_CHARACTERS = 60;

/** A value from outside, for an error message: short, on one line, in printable ASCII. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    return value.length > MAX_SHOWN_CHARACTERS
      ? `${quote(value.slice(0, MAX_SHOWN_CHARACTERS))}...`
      : quote(value);
  }
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
