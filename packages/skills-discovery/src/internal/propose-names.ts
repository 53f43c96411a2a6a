import { compareCodeUnits } from "./text.ts";

/** Names that an error proposes. */
const PROPOSED = 8;

/** Of a wrong name no more than this is looked at. */
const LOOKED_AT = 200;

/** The names that share most pairs of letters with what was asked for. */
export function proposeNames(asked: string, names: readonly string[]): readonly string[] {
  const pairs = pairsOf(asked.slice(0, LOOKED_AT));
  return names
    .map((name) => ({ name, likeness: likenessOf(name, pairs) }))
    .sort(
      (left, right) => right.likeness - left.likeness || compareCodeUnits(left.name, right.name),
    )
    .slice(0, PROPOSED)
    .map(({ name }) => name);
}

function likenessOf(name: string, pairs: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of pairsOf(name)) if (pairs.has(pair)) shared += 1;
  return shared / (name.length + pairs.size + 1);
}

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let index = 0; index + 1 < text.length; index += 1) pairs.add(text.slice(index, index + 2));
  return pairs;
}
