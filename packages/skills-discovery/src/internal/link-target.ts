/** A file of the skill that a link leads to, or what else it is. */
export type ResolvedLink =
  | { readonly kind: "other" }
  | { readonly kind: "outside" }
  | { readonly kind: "inside"; readonly path: string };

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/**
 * Where a destination leads, for a file in a directory of the skill: fragments and queries are
 * dropped, escapes and `%` forms decoded once. Addresses, absolute paths, fragments alone and
 * placeholders (with `{`, `}`, `<`, `>` or `$`) are something else than a relative link.
 *
 * @param directory - The file's directory in the skill, as segments.
 */
export function resolveLink(destination: string, directory: readonly string[]): ResolvedLink {
  const plain = destination.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&");
  const isOther = plain.startsWith("/") || SCHEME.test(plain) || /[{}<>$]/.test(plain);
  if (isOther) return { kind: "other" };
  const path = decodePercent(plain.split(/[?#]/, 1)[0] ?? "");
  if (path === "") return { kind: "other" };
  // Windows takes backslashes for separators, so a link must not leave by them either.
  const segments: string[] = [...directory];
  for (const segment of path.split(/[/\\]/)) {
    if (segment === "..") {
      if (segments.pop() === undefined) return { kind: "outside" };
    } else if (segment !== "" && segment !== ".") {
      segments.push(segment);
    }
  }
  return { kind: "inside", path: segments.join("/") };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
