/** Far beyond what a tool takes, and safely within the stack of every engine. */
const MAX_DEPTH = 500;

/**
 * The JSON of a value that comes from outside. `undefined` for what JSON can't hold, and for what is
 * nested deeper than 500 levels: where a stack ends differs from machine to machine, and what is
 * decided must not.
 */
export function jsonOf(
  value: unknown,
  prepare: (value: unknown) => unknown = (same) => same,
): string | undefined {
  try {
    return isDeeper(value, MAX_DEPTH) ? undefined : JSON.stringify(prepare(value));
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}
