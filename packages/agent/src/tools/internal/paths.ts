import path from "node:path";

/** Whether a path is a directory or lies below it, by segments; both absolute. */
export function isWithin(candidate: string, directory: string): boolean {
  const relative = path.relative(directory, candidate);
  if (relative === "") return true;
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}

/** The segments that lead from a directory to what is below it. */
export function segmentsBelow(candidate: string, directory: string): readonly string[] {
  return path.relative(directory, candidate).split(path.sep).filter(Boolean);
}

/** Order by code units, the same on every machine. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A path with `/` between its segments, as results show it. */
export function toPortable(native: string): string {
  return path.sep === "\\" ? native.replaceAll("\\", "/") : native;
}

/**
 * Whether a name leads to a `.git` on some file system: some ignore case, Windows drops dots and
 * blanks at the end and knows short names, and HFS+ ignores characters without width.
 */
export function isGitName(name: string): boolean {
  const plain = name.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "");
  const stem = plain.toLowerCase().split(":")[0]?.trimEnd() ?? "";
  let end = stem.length;
  while (end > 0 && (stem[end - 1] === "." || stem[end - 1] === " ")) end -= 1;
  const bare = stem.slice(0, end);
  return bare === ".git" || bare === "git~1";
}
