import type { RootInput } from "../types-input.ts";
import { type AbsolutePath, absolutePath } from "./path-segments.ts";

/** The longest path that a common system takes; what is longer is no path but text. */
const MAX_PATH_CHARACTERS = 4096;

/** Schemes whose addresses need no `//`. */
const OPAQUE_SCHEME = /^\s*(?:data|blob|mailto|javascript|urn|about|tel):/i;

/** A path as the report shows it; `undefined` for what is text and never shown. */
export type ShowPath = (path: string) => string | undefined;

/** Shows paths below a root relative to it, and others as they are. Addresses are text. */
export function createShowPath(root: RootInput | undefined): ShowPath {
  const top = root && absolutePath(root.path);
  return (path) => {
    if (path.length > MAX_PATH_CHARACTERS || isAddress(path)) return undefined;
    return (top && relativeTo(top, path)) ?? path;
  };
}

function isAddress(path: string): boolean {
  return path.includes("://") || OPAQUE_SCHEME.test(path);
}

function relativeTo(top: AbsolutePath, path: string): string | undefined {
  const absolute = absolutePath(path);
  if (!absolute || absolute.volume !== top.volume) return undefined;
  const { length } = top.segments;
  if (top.segments.some((segment, i) => segment !== absolute.segments[i])) return undefined;
  return absolute.segments.slice(length).join("/") || ".";
}
