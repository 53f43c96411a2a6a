/** English endings, longest first, and what stands in their place. */
const ENDINGS: readonly (readonly [ending: string, replacement: string])[] = [
  ["izations", "iz"],
  ["ization", "iz"],
  ["ations", "at"],
  ["ation", "at"],
  ["ators", "at"],
  ["ating", "at"],
  ["ator", "at"],
  ["ated", "at"],
  ["ates", "at"],
  ["ments", ""],
  ["ment", ""],
  ["ness", ""],
  ["ions", ""],
  ["ings", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["ion", ""],
  ["ing", ""],
  ["ers", ""],
  ["ors", ""],
  ["ed", ""],
  ["er", ""],
  ["or", ""],
  ["ly", ""],
  ["es", ""],
  ["s", ""],
];

/** What is left of a word has to tell it from others. */
const MIN_STEM = 3;

/**
 * What the forms of an English word have in common, near enough for finding: `deploys`,
 * `deployed`, `deploying` and `deployment` give `deploy`. No linguist's stem.
 */
export function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word) || /(?:ss|us|is)$/.test(word)) return word;
  const match = ENDINGS.find(
    ([ending]) => word.endsWith(ending) && word.length - ending.length >= MIN_STEM,
  );
  const stem = match === undefined ? word : word.slice(0, word.length - match[0].length) + match[1];
  if (stem.length <= MIN_STEM) return stem;
  // Doubled letters and a mute e come and go with the ending: planning, plan; caching, cache.
  return stem.replace(/([bdgmnprt])\1$/, "$1").replace(/e$/, "");
}
