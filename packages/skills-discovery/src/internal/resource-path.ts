import { SkillsDiscoveryError } from "../errors.ts";
import { quoteForMessage } from "./text.ts";

/** File systems take no longer paths. */
const MAX_PATH_UNITS = 4096;

/**
 * The segments of a path inside a skill. Whatever could mean another place on some system is
 * refused before any file is touched.
 */
export function checkResourcePath(path: string): string {
  const fault = faultOf(path);
  if (fault === undefined) return path.startsWith("./") ? path.slice(2) : path;
  throw new SkillsDiscoveryError(
    "resource_path_refused",
    `The path ${quoteForMessage(path)} ${fault}; name a file inside the skill's directory, such as references/guide.md.`,
  );
}

function faultOf(path: string): string | undefined {
  if (typeof path !== "string" || path === "") return "is empty";
  if (path.length > MAX_PATH_UNITS) return "is too long";
  if (path.includes("\0")) return "has a NUL character";
  if (path.startsWith("/") || path.startsWith("\\")) return "is absolute";
  if (/^[A-Za-z]:/.test(path)) return "begins with a drive letter";
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return "is a URL";
  if (path.includes("\\")) return "has a backslash";
  if (/%[0-9A-Fa-f]{2}/.test(path)) return "is URL-encoded";
  const segments = (path.startsWith("./") ? path.slice(2) : path).split("/");
  // Windows drops dots and blanks at the end of a name, so that `.. ` means `..` to it.
  if (segments.some((segment) => segment.includes(".") && /^[. ]+$/.test(segment)))
    return "has a segment of dots";
  if (segments.some((segment) => segment.trim() === "")) return "has an empty segment";
  return undefined;
}
