/** True if a path means the same file whatever the working directory is. */
export function isAbsolute(path: string): boolean {
  return (
    path.startsWith("/") ||
    path.startsWith("~") ||
    path.startsWith("\\\\") ||
    /^[A-Za-z]:[\\/]/.test(path)
  );
}

/**
 * A path as seen from a directory. Nothing is resolved that could be another file then (`..` beyond
 * a link): the result is only ever another spelling of the same file.
 */
export function joinPath(directory: string | undefined, path: string): string {
  if (directory === undefined || directory === "." || directory === "" || isAbsolute(path)) {
    return path;
  }
  const base = directory.endsWith("/") ? directory.slice(0, -1) : directory;
  if (path === ".") return base === "" ? "/" : base;
  return `${base}/${path.startsWith("./") ? path.slice(2) : path}`;
}
