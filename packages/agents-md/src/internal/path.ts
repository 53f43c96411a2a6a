/**
 * Absolute paths as values. A path that starts with a drive or with two backslashes is Windows', and
 * so is what is used in such a directory: both separators separate, and case does not tell two names
 * apart. In every other directory a backslash, or a colon, is an ordinary character of a name.
 */
export interface AbsolutePath {
  /** `/`, `C:/` or `//server/share/`. */
  readonly prefix: string;
  readonly segments: readonly string[];
  readonly windows: boolean;
}

const DRIVE = /^[A-Za-z]:[\\/]/;
const SHARE = /^\\\\([^\\/]+)[\\/]([^\\/]+)(?:[\\/]|$)/;
const SLASH_SHARE = /^\/\/([^\\/]+)\/([^\\/]+)(?:\/|$)/;

/** `undefined` when the text is not an absolute path. */
export function parseAbsolute(text: string, windowsBase = false): AbsolutePath | undefined {
  if (DRIVE.test(text)) {
    return build(`${text.slice(0, 2)}/`, text.slice(3).split(/[\\/]/), true);
  }
  const share = SHARE.exec(text) ?? (windowsBase ? SLASH_SHARE.exec(text) : null);
  if (share !== null) {
    const rest = text.slice(share[0].length);
    return build(`//${share[1]}/${share[2]}/`, rest.split(/[\\/]/), true);
  }
  return text.startsWith("/") ? build("/", text.split("/"), false) : undefined;
}

function build(prefix: string, raw: readonly string[], windows: boolean): AbsolutePath {
  const segments: string[] = [];
  for (const segment of raw) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return { prefix, segments, windows };
}

/** The path that `text` means when it is used in `base`; `undefined` when it means none. */
export function resolveFrom(base: AbsolutePath, text: string): AbsolutePath | undefined {
  if (!base.windows) {
    return parseAbsolute(text.startsWith("/") ? text : `${formatPath(base)}/${text}`);
  }
  const absolute = parseAbsolute(text, true);
  if (absolute?.windows) return absolute;
  // "/x" or "\\x" in a Windows directory is x on the drive of that directory.
  if (/^[\\/]/.test(text)) return build(base.prefix, text.split(/[\\/]/), true);
  if (/^[A-Za-z]:/.test(text)) return undefined;
  return build(base.prefix, [...base.segments, ...text.split(/[\\/]/)], true);
}

/** With `/` between names; what a reader is given. */
export function formatPath(path: AbsolutePath): string {
  return path.prefix + path.segments.join("/");
}

/** The path of the first `count` names. */
export function ancestor(path: AbsolutePath, count: number): AbsolutePath {
  return { ...path, segments: path.segments.slice(0, count) };
}

function same(left: string, right: string | undefined, windows: boolean): boolean {
  return left === right || (windows && left.toLowerCase() === right?.toLowerCase());
}

/** Names that lead from `root` to `path`; `undefined` when it does not lie inside. */
export function segmentsBelow(
  root: AbsolutePath,
  path: AbsolutePath,
): readonly string[] | undefined {
  const { prefix, segments, windows } = root;
  const isInside =
    same(prefix, path.prefix, windows) &&
    segments.every((segment, index) => same(segment, path.segments[index], windows));
  return isInside ? path.segments.slice(segments.length) : undefined;
}

/** Whether a directory is another one or lies above it, both as names below one root. */
export function isAtOrAbove(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.every((segment, index) => segment === inner[index]);
}

/** The relative path from a directory to one of its ancestors, itself included. */
export function climb(from: AbsolutePath, to: AbsolutePath): string {
  const steps = from.segments.length - to.segments.length;
  return steps <= 0 ? "." : Array.from({ length: steps }, () => "..").join("/");
}
