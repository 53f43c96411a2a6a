/** The names that come nearest to one that isn't there, for a line that helps. */
export function nearest(name: string, known: readonly string[], most = 3): readonly string[] {
  const wanted = name.toLowerCase().slice(0, 64);
  return known
    .map((each) => ({
      each,
      distance: each.startsWith(wanted) ? 0 : distance(wanted, each.slice(0, 64)),
    }))
    .filter(({ each, distance: far }) => far <= Math.max(1, Math.floor(each.length / 2)))
    .sort((a, b) => a.distance - b.distance || (a.each < b.each ? -1 : 1))
    .slice(0, most)
    .map(({ each }) => each);
}

/** How many letters differ; two that have changed places count once (Damerau and Levenshtein). */
export function distance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const best = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      const isTurned =
        i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next.push(isTurned ? Math.min(best, (before[j - 2] ?? 0) + 1) : best);
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}
