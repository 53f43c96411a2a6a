import path from "node:path";
import { SkillsDiscoveryError } from "../errors.ts";
import { fromNative } from "./node-file-system.ts";
import { fs } from "./node-fs.ts";
import { joinPath, parentPath } from "./paths.ts";
import { quoteForMessage } from "./text.ts";

/** Where a user and a project keep things; absolute, `/` between segments. */
export interface Places {
  readonly cwd: string;
  readonly workspaceRoot: string;
  readonly homeDirectory: string | null;
  readonly configHome: string | null;
}

/** What of `Places` a caller states himself. */
export interface StatedPlaces {
  readonly cwd?: string | undefined;
  readonly workspaceRoot?: string | undefined;
  readonly homeDirectory?: string | undefined;
  readonly configHome?: string | undefined;
}

/** Fills in from the process what the caller doesn't state. */
export function resolvePlaces(stated: StatedPlaces): Places {
  const cwd = realDirectory("cwd", stated.cwd ?? process.cwd());
  const workspaceRoot =
    stated.workspaceRoot === undefined
      ? (findMarkedAncestor(cwd) ?? cwd)
      : realDirectory("workspaceRoot", stated.workspaceRoot);
  const homeDirectory = resolveHome(stated.homeDirectory);
  return {
    cwd,
    workspaceRoot,
    homeDirectory,
    configHome: resolveConfigHome(stated, homeDirectory),
  };
}

/**
 * The home directory; null where the operating system knows none. One that isn't absolute, as an
 * empty `HOME` gives it, would make a cloned project's own files the user's.
 */
export function resolveHome(stated: string | undefined): string | null {
  if (stated !== undefined) return absoluteDirectory("homeDirectory", stated);
  const { homedir, userInfo } = process.getBuiltinModule("node:os");
  return knownHome(homedir) ?? knownHome(() => userInfo().homedir);
}

/** What one source says; null where it says nothing that can be used. */
function knownHome(source: () => string): string | null {
  try {
    const home = source();
    return path.isAbsolute(home) ? fromNative(path.normalize(home)) : null;
  } catch {
    return null;
  }
}

function absoluteDirectory(name: string, directory: string): string {
  if (typeof directory === "string" && path.isAbsolute(directory)) {
    return fromNative(path.normalize(directory));
  }
  const message = `${name} has to be an absolute path, not ${quoteForMessage(directory)}.`;
  throw new SkillsDiscoveryError("invalid_option", message);
}

/** A path as a user writes it: `~` is the home directory, relative ones count from `base`. */
export function expandPath(written: string, base: string, home: string | null): string {
  const native = fromNative(written);
  if (home !== null && native === "~") return home;
  if (home !== null && native.startsWith("~/")) return joinPath(home, native.slice(2));
  return fromNative(path.resolve(base, written));
}

/**
 * The XDG specification has relative paths ignored, and so are ours: from a working directory inside
 * a cloned project they would make its files the user's configuration.
 */
function resolveConfigHome(stated: StatedPlaces, home: string | null): string | null {
  if (stated.configHome !== undefined) return absoluteDirectory("configHome", stated.configHome);
  const { ALISIO_CONFIG_HOME: own = "", XDG_CONFIG_HOME: shared = "" } = process.env;
  if (home !== null && /^~(?:\/|$)/.test(own)) return expandPath(own, home, home);
  if (path.isAbsolute(own)) return fromNative(path.normalize(own));
  if (path.isAbsolute(shared)) return joinPath(fromNative(shared), "alisio");
  return home === null ? null : joinPath(home, ".config/alisio");
}

function realDirectory(name: string, directory: string): string {
  try {
    const real = fs.realpathSync.native(directory);
    if (fs.statSync(real).isDirectory()) return fromNative(real);
  } catch {
    // Told below: whatever keeps it from being used, the caller has to name another.
  }
  throw new SkillsDiscoveryError(
    "invalid_option",
    `${name} ${quoteForMessage(directory)} is not a directory that can be read; name another.`,
  );
}

/** The nearest ancestor with a `.git`, a directory or a file. */
function findMarkedAncestor(cwd: string): string | undefined {
  for (let directory = cwd; ; directory = parentPath(directory)) {
    if (fs.existsSync(joinPath(directory, ".git"))) return directory;
    if (directory === parentPath(directory)) return undefined;
  }
}
