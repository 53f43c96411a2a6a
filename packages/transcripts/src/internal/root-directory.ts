const DRIVE = /^[A-Za-z]:[\\/]/;

/**
 * A session's working directory as the root of its paths; `undefined` for what is no absolute path:
 * agents write what they please. Whether it is one does not depend on this machine's system.
 */
export function rootDirectory(
  cwd: string | undefined,
): { readonly name: string; readonly path: string } | undefined {
  if (cwd === undefined || !isAbsolute(cwd)) return undefined;
  // A backslash separates only where the path begins as Windows writes it.
  const path = cwd.startsWith("/") ? cwd : cwd.replaceAll("\\", "/");
  const name = path.split("/").findLast((part) => part !== "");
  return { name: name ?? cwd, path: cwd };
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || DRIVE.test(path);
}
