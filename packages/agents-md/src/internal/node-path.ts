import { isAbsolute, relative, sep } from "node:path";

/** Whether a path lies in a directory or is that directory; both resolved. */
export function isInside(directory: string, path: string): boolean {
  const between = relative(directory, path);
  return between === "" || (between.split(sep)[0] !== ".." && !isAbsolute(between));
}

/** True for the errors that mean that nothing is there. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" ? code : undefined;
}
