import { DEFAULT_MAX_BYTES, MAX_MAX_BYTES, MIN_MAX_BYTES } from "../constants.ts";
import { AgentsMdError } from "../errors.ts";
import { escapePath } from "../escape-path.ts";
import type { HashBytes, InstructionReader, LocatedPath } from "../reader-types.ts";
import type { ResolveInstructionsOptions } from "../types.ts";
import {
  type AbsolutePath,
  formatPath,
  parseAbsolute,
  resolveFrom,
  segmentsBelow,
} from "./path.ts";

/** Options after validation, with every directory resolved. */
export interface Context {
  readonly reader: InstructionReader;
  readonly sha256: HashBytes;
  readonly maxBytes: number;
  readonly claudeMdFallback: boolean;
  readonly root: AbsolutePath;
  readonly rootMarker: string | null;
  /** The root was given as a path: no marker was looked for. */
  readonly rootIsExplicit: boolean;
  readonly cwd: AbsolutePath;
  /** Names from the root to the working directory. */
  readonly cwdSegments: readonly string[];
  readonly configHome: AbsolutePath | undefined;
}

/** A target or a touched path, resolved. */
export interface Place {
  /** The directory whose files are the closest, as names below the root. */
  readonly directory: readonly string[];
  /** The path itself, as names below the root. */
  readonly segments: readonly string[];
  /** It is written as a directory's, and no directory is there. */
  readonly endsInSlash: boolean;
  readonly located: LocatedPath;
}

function fail(message: string): never {
  throw new AgentsMdError("invalid_option", message);
}

function checkReader(reader: InstructionReader | undefined): InstructionReader {
  for (const name of ["listDirectory", "readFile", "locate"] as const) {
    if (typeof reader?.[name] !== "function") fail(`reader must have a function ${name}.`);
  }
  return reader as InstructionReader;
}

function absolute(text: unknown, option: string): AbsolutePath {
  if (typeof text !== "string" || text === "" || text.includes("\0")) {
    throw new AgentsMdError(
      "invalid_path",
      `${option} must be an absolute path without NUL characters.`,
    );
  }
  const path = parseAbsolute(text);
  if (path === undefined) {
    throw new AgentsMdError(
      "invalid_path",
      `${option} must be an absolute path; "${escapePath(text)}" is not.`,
    );
  }
  return path;
}

function checkMarker(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const valid = typeof value === "string" && value !== "" && !/[\0/\\]/.test(value);
  return valid
    ? value
    : fail("workspaceRoot.marker must be the name of a directory entry, or null.");
}

function checkMaxBytes(value: unknown): number {
  if (value === undefined) return DEFAULT_MAX_BYTES;
  if (
    typeof value !== "number" ||
    !Number.isInteger(value) ||
    value < MIN_MAX_BYTES ||
    value > MAX_MAX_BYTES
  ) {
    fail(`maxBytes must be a whole number from ${MIN_MAX_BYTES} to ${MAX_MAX_BYTES}.`);
  }
  return value;
}

/** Where a path leads; a reader that can't say leaves it as it was written. */
export async function locate(
  reader: InstructionReader,
  path: AbsolutePath,
): Promise<{ readonly located: LocatedPath; readonly path: AbsolutePath }> {
  const text = formatPath(path);
  let located: LocatedPath;
  try {
    located = await reader.locate(text);
  } catch {
    located = { kind: "missing", path: text, realPath: text };
  }
  return { located, path: parseAbsolute(located.path, path.windows) ?? path };
}

async function directory(
  reader: InstructionReader,
  path: AbsolutePath,
  option: string,
): Promise<AbsolutePath> {
  const { located, path: resolved } = await locate(reader, path);
  if (located.kind === "directory") return resolved;
  throw new AgentsMdError(
    "not_a_directory",
    `${option} "${escapePath(formatPath(path))}" is not a directory.`,
  );
}

/** @throws AgentsMdError with every code but `invalid_state` */
export async function openContext(options: ResolveInstructionsOptions): Promise<Context> {
  const { sha256, workspaceRoot: given } = options;
  const reader = checkReader(options.reader);
  if (typeof sha256 !== "function") fail("sha256 must be a function.");
  const named = typeof given === "string";
  const rootMarker = named ? null : checkMarker(given?.marker);
  const asked = absolute(named ? given : given?.root, "workspaceRoot");
  const askedCwd = absolute(options.cwd, "cwd");
  const maxBytes = checkMaxBytes(options.maxBytes);
  const fallback = options.claudeMdFallback ?? false;
  if (typeof fallback !== "boolean") fail("claudeMdFallback must be true or false.");
  const configHome =
    options.configHome === undefined ? undefined : absolute(options.configHome, "configHome");
  const root = await directory(reader, asked, "The workspace root").catch((error: unknown) => {
    if (!AgentsMdError.isInstance(error)) throw error;
    const where = escapePath(formatPath(askedCwd));
    throw new AgentsMdError(
      error.code,
      `${error.message} It was given for the working directory "${where}".`,
    );
  });
  const cwd = await directory(reader, askedCwd, "The working directory");
  const cwdSegments = segmentsBelow(root, cwd);
  if (cwdSegments === undefined) throw outside("The working directory", cwd, root);
  return {
    reader,
    sha256,
    maxBytes,
    claudeMdFallback: fallback,
    root,
    rootMarker,
    // A search that finds no marker ends at the working directory.
    rootIsExplicit: named || (rootMarker === null && cwdSegments.length > 0),
    // With the root's spelling of the names that they share.
    cwd: { ...root, segments: [...root.segments, ...cwdSegments] },
    cwdSegments,
    configHome: configHome && (await locate(reader, configHome)).path,
  };
}

function outside(what: string, path: AbsolutePath, root: AbsolutePath): AgentsMdError {
  return new AgentsMdError(
    "outside_workspace",
    `${what} "${escapePath(formatPath(path))}" lies outside the workspace root "${escapePath(formatPath(root))}".`,
  );
}

/**
 * Resolves a path that is used in a directory.
 *
 * @throws AgentsMdError `invalid_path`, `outside_workspace`
 */
export async function placeTarget(
  context: Context,
  target: unknown,
  base: AbsolutePath = context.cwd,
): Promise<Place> {
  if (typeof target !== "string" || target === "" || target.includes("\0")) {
    throw new AgentsMdError("invalid_path", "The target must be a path without NUL characters.");
  }
  const path = resolveFrom(base, target);
  if (path === undefined) {
    throw new AgentsMdError(
      "invalid_path",
      `"${escapePath(target)}" is not a path that is used here.`,
    );
  }
  const found = await locate(context.reader, path);
  const segments = segmentsBelow(context.root, found.path);
  if (segments === undefined) throw outside("The target", found.path, context.root);
  const isDirectory = found.located.kind === "directory";
  const endsInSlash = !isDirectory && endsLikeDirectory(target, base.windows);
  return {
    directory: isDirectory || endsInSlash ? segments : segments.slice(0, -1),
    segments,
    endsInSlash,
    located: found.located,
  };
}

function endsLikeDirectory(target: string, windows: boolean): boolean {
  const last = target.slice(-1);
  return last === "/" || (windows && last === "\\");
}

/** Order by code units: the same on every machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Absolute path of a directory below the root, as a reader takes it. */
export function absoluteDirectory(context: Context, segments: readonly string[]): string {
  const { root } = context;
  return formatPath({ ...root, segments: [...root.segments, ...segments] });
}
