import { homedir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { CommandIo } from "../io.ts";

/**
 * The user's home directory. A `HOME` that is empty or relative counts as unset: read relative to the
 * working directory it would make a cloned project's files the user's own.
 */
export function userHome(environment: CommandIo["environment"]): string {
  const named = environment["HOME"];
  if (named !== undefined && isAbsolute(named)) return named;
  const usual = homedir();
  return isAbsolute(usual) ? usual : userInfo().homedir;
}

/** A directory that the environment may move: the first variable that is set to an absolute path. */
function home(
  io: Pick<CommandIo, "environment" | "homeDirectory">,
  own: string,
  xdg: string,
  fallback: readonly string[],
): string {
  // A relative value would depend on where the command runs, and could name a cloned project's files.
  const ownValue = expandHome(io.environment[own] ?? "", io.homeDirectory);
  if (isAbsolute(ownValue)) return resolve(ownValue);
  const xdgValue = io.environment[xdg];
  if (xdgValue && isAbsolute(xdgValue)) return join(xdgValue, "alisio");
  return join(io.homeDirectory, ...fallback, "alisio");
}

/** `ALISIO_CONFIG_HOME`, else `XDG_CONFIG_HOME/alisio`, else `~/.config/alisio`. */
export function configHome(io: Pick<CommandIo, "environment" | "homeDirectory">): string {
  return home(io, "ALISIO_CONFIG_HOME", "XDG_CONFIG_HOME", [".config"]);
}

/** `ALISIO_STATE_HOME`, else `XDG_STATE_HOME/alisio`, else `~/.local/state/alisio`. */
export function stateHome(io: Pick<CommandIo, "environment" | "homeDirectory">): string {
  return home(io, "ALISIO_STATE_HOME", "XDG_STATE_HOME", [".local", "state"]);
}

/** `~` and `~/...` (also `~\...`) under the home directory; every other text as it is. */
export function expandHome(path: string, homeDirectory: string): string {
  if (path === "~") return homeDirectory;
  return path.startsWith("~/") || path.startsWith("~\\")
    ? join(homeDirectory, path.slice(2))
    : path;
}
