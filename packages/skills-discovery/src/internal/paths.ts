/** Absolute paths with `/` between segments; on Windows they begin with a drive or `//server`. */

export function joinPath(base: string, name: string): string {
  return base.endsWith("/") ? base + name : `${base}/${name}`;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The directory above; a root is its own. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf("/");
  if (slash < 0) return path;
  if (slash === 0) return "/";
  const parent = path.slice(0, slash);
  return /^[A-Za-z]:$/.test(parent) ? `${parent}/` : parent;
}

/** Whether `path` is `root` or lies below it, by segments; both resolved. */
export function isInside(path: string, root: string): boolean {
  if (path === root) return true;
  return path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** `path` from `root`, `.` for the root itself; undefined where it lies outside. */
export function relativePath(path: string, root: string): string | undefined {
  if (path === root) return ".";
  const prefix = root.endsWith("/") ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path);
}

/** Takes `.`, `..` and empty segments out of an absolute path, without asking a file system. */
export function normalizePath(path: string): string {
  const drive = /^[A-Za-z]:(?=\/)/.exec(path)?.[0] ?? (path.startsWith("//") ? "/" : "");
  const kept: string[] = [];
  for (const segment of path.slice(drive.length).split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `${drive}/${kept.join("/")}`;
}
