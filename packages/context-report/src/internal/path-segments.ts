/** An absolute path, taken apart. */
export interface AbsolutePath {
  /** Empty for `/`, a drive (`C:`), or a server with its share (`//server/share`). */
  readonly volume: string;
  readonly segments: readonly string[];
}

const DRIVE = /^[A-Za-z]:[\\/]/;
const BACKSLASHES = /\\/g;

export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || DRIVE.test(path);
}

/**
 * Resolves `.` and `..`. A backslash separates only where the path begins as Windows writes it: in
 * a POSIX name it is a letter. Drives and shares compare in lower case, all else as written.
 */
export function absolutePath(path: string): AbsolutePath | undefined {
  if (!isAbsolutePath(path)) return undefined;
  const isWindows = !path.startsWith("/") || path.startsWith("//");
  const parts = (isWindows ? path.replace(BACKSLASHES, "/") : path).split("/");
  // What the path begins with: "", "C:", or "", "", "server", "share".
  const isShare = parts[0] === "" && parts[1] === "" && parts.length > 3;
  const front = parts.slice(0, isShare ? 4 : 1);
  const segments: string[] = [];
  for (const part of parts.slice(front.length)) {
    if (part === "..") segments.pop();
    else if (part !== "" && part !== ".") segments.push(part);
  }
  return { volume: front.join("/").toLowerCase(), segments };
}
