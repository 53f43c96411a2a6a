import { isDeepStrictEqual } from "node:util";
import { holds } from "../../support/holds.ts";

/** A place where two requests differ. */
export interface Change {
  readonly path: readonly (string | number)[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Walks two requests together. Where a value is another one both must have the same keys in the same
 * order, down to the texts that differ; what doesn't differ must be the same object.
 */
export function changesBetween(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[] = [],
): readonly Change[] {
  if (before === after) return [];
  if (isObject(before) && isObject(after) && haveSameKeys(before, after)) {
    const changes = Object.keys(before).flatMap((key) =>
      changesBetween(before[key], after[key], [...path, Array.isArray(before) ? Number(key) : key]),
    );
    holds(changes.length > 0, "what doesn't differ is the same object", () => path);
    return changes;
  }
  return [{ path, before, after }];
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function haveSameKeys(a: Fields, b: Fields): boolean {
  return Array.isArray(a) === Array.isArray(b) && isDeepStrictEqual(Object.keys(a), Object.keys(b));
}

/** The stub that a change put in place of a text; fails if the change is anything else. */
export function stubIn({ path, before, after }: Change): string {
  const stub = typeof after === "string" ? after : stubOfParts(before, after);
  holds(/^\[elided: [\x20-\x7e]+\]$/.test(stub), "only texts become stubs", () => [path, after]);
  return stub;
}

/** Several parts became one, which has the fields of all; or a response without a text became one. */
function stubOfParts(before: unknown, after: unknown): string {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    holds(
      isObject(after) && Object.keys(after).join() === "output",
      "a whole response",
      () => after,
    );
    return String((after as Fields)["output"]);
  }
  const [part] = after as Fields[];
  holds(after.length === 1 && part !== undefined, "one part is left", () => after);
  const fields = new Set(before.flatMap((each: object) => Object.keys(each)));
  holds(Object.keys(part as Fields).length === fields.size, "its fields are those of all");
  return String((part as Fields)["text"]);
}
