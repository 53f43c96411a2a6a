import { GovernorError, type GovernorErrorCode } from "../errors.ts";
import { describe } from "./describe.ts";
import { isRecord } from "./is-record.ts";
import { escapeName } from "./quote.ts";

/**
 * Reads each field of settings once. A getter or a proxy that throws makes them wrong ones; a field
 * that is `undefined` counts as not given.
 *
 * @throws GovernorError `invalid_setting`, `unknown_setting`
 */
export function readFields<T extends object>(settings: T, names: readonly PropertyKey[]): T {
  const known = `an object with fields out of ${names.join(", ")}`;
  let fields: T | false = false;
  try {
    fields = isRecord(settings) && { ...settings };
  } catch {
    // Said below, as for any other value that can't be used.
  }
  if (!fields) throw invalidSetting("settings", settings, known);
  for (const key of Reflect.ownKeys(fields)) {
    const value = fields[key as keyof T];
    if (value !== undefined && !names.includes(key)) {
      const name = escapeName(String(key).slice(0, 60));
      throw invalidSetting(name, value, known, "unknown_setting");
    }
  }
  return fields;
}

/** The error for a setting: it names the field, the value and what it should be. */
export function invalidSetting(
  field: string,
  value: unknown,
  expected: string,
  code: GovernorErrorCode = "invalid_setting",
): GovernorError {
  const message = `Invalid governor setting ${field}: ${describe(value)} (expected ${expected})`;
  return new GovernorError(code, message, { field });
}
