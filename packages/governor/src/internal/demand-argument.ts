import { GovernorError } from "../errors.ts";
import { describe } from "./describe.ts";

/**
 * Checks an argument. A getter or a proxy that throws makes it a wrong one.
 *
 * @throws GovernorError `invalid_argument`
 */
export function demandArgument(
  isSound: () => boolean,
  field: string,
  value: unknown,
  expected: string,
): void {
  try {
    if (isSound()) return;
  } catch {
    // Said below, as for any other value that can't be used.
  }
  const got = typeof value === "object" && value !== null ? "an object" : describe(value);
  throw new GovernorError("invalid_argument", `${field} is ${got}; it must be ${expected}.`, {
    field,
  });
}
