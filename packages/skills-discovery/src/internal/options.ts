import { SkillsDiscoveryError } from "../errors.ts";
import { isAbsolutePath } from "./paths.ts";
import { quoteForMessage } from "./text.ts";

/** Checks of what a caller passed; every failure is the caller's mistake. */

export function invalid(message: string): never {
  throw new SkillsDiscoveryError("invalid_option", message);
}

/** A whole number of at least `least`; `fallback` for undefined and null. */
export function wholeNumber(
  name: string,
  value: number | null | undefined,
  least: number,
  fallback: number,
): number {
  if (value === undefined || value === null) return fallback;
  if (Number.isInteger(value) && value >= least) return value;
  return invalid(
    `${name} has to be a whole number of at least ${least}, not ${quoteForMessage(value)}.`,
  );
}

export function oneOf<Value extends string>(
  name: string,
  value: Value | undefined,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  if (value === undefined) return fallback;
  if (allowed.includes(value)) return value;
  return invalid(`${name} has to be one of ${allowed.join(", ")}, not ${quoteForMessage(value)}.`);
}

/** A non-empty absolute path without NUL. */
export function absolutePath(name: string, value: string): string {
  if (typeof value === "string" && isAbsolutePath(value) && !value.includes("\0")) return value;
  return invalid(`${name} has to be an absolute path, not ${quoteForMessage(value)}.`);
}

/** A list, empty where none is stated. */
export function list<Value>(
  name: string,
  value: readonly Value[] | null | undefined,
): readonly Value[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : invalid(`${name} has to be a list.`);
}

export function text(name: string, value: string): string {
  return typeof value === "string" ? value : invalid(`${name} has to be a string.`);
}
