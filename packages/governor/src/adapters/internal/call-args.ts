/**
 * The arguments of a call that a format writes as JSON text. Models get it wrong now and then: text
 * that is no JSON stays as it is. No arguments are no fields.
 */
export function callArgs(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return {};
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
