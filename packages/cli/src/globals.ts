import { statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { WorkspaceRoot } from "@alisio/agents-md";
import { findWorkspaceRoot } from "@alisio/agents-md/node";
import type { Config } from "./config/defaults.ts";
import { expandHome } from "./config/homes.ts";
import { type LoadedConfig, loadConfig } from "./config/load-config.ts";
import { CliError } from "./errors.ts";
import type { CommandIo } from "./io.ts";
import { neutral, printableJson } from "./output/neutral.ts";
import { createStyle, type Style } from "./output/style.ts";

/** The flags that every command has, as commander gives them. */
export interface GlobalFlags {
  readonly cwd?: string;
  readonly workspaceRoot?: string;
  readonly config?: string;
  readonly trustProject?: boolean;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** Where a command runs, how it speaks, and what is in force there. */
export interface CommandContext {
  readonly io: CommandIo;
  readonly json: boolean;
  readonly style: Style;
  /** Absolute. */
  readonly cwd: string;
  /** Whether `--cwd` named it. */
  readonly isCwdNamed: boolean;
  /** Absolute. */
  readonly workspaceRoot: string;
  /** What fixed the root; null for `--workspace-root` and where nothing did. */
  readonly rootMarker: WorkspaceRoot["marker"];
  /** The root that was named, or what the search for one found. */
  readonly workspace: string | WorkspaceRoot;
  readonly trusted: boolean;
  /** Absolute path of `--config`. */
  readonly explicitFile: string | undefined;
  /** A path of the command line, absolute. */
  readonly resolvePath: (path: string) => string;
  /** A path for people: relative to the workspace, with `~/`, else absolute; not yet neutralised. */
  readonly showPath: (path: string) => string;
  /** A directory outside the workspace's terms: with `~/`, else absolute; not yet neutralised. */
  readonly showHome: (path: string) => string;
  /** Whether the locale's characters go beyond ASCII. */
  readonly isUnicode: boolean;
  /** Writes one JSON value, the only thing on standard output. */
  readonly writeJson: (value: unknown) => void;
  /** Standard output's width for tables; unlimited when it isn't a terminal. */
  readonly width: number | undefined;
}

/** Fixes directory, root and trust from the flags; reads no configuration. */
export async function createContext(io: CommandIo, flags: GlobalFlags): Promise<CommandContext> {
  const cwd = resolve(io.workingDirectory, named(flags.cwd ?? ".", io.homeDirectory));
  requireDirectory(cwd, "--cwd");
  const resolvePath = (path: string) => resolve(cwd, named(path, io.homeDirectory));
  let workspace: string | WorkspaceRoot;
  if (flags.workspaceRoot === undefined) {
    workspace = await findWorkspaceRoot(cwd);
  } else {
    workspace = resolvePath(flags.workspaceRoot);
    requireDirectory(workspace, "--workspace-root");
  }
  const workspaceRoot = typeof workspace === "string" ? workspace : workspace.root;
  return {
    io,
    json: flags.json === true,
    style: createStyle(io, flags.color !== false),
    cwd,
    isCwdNamed: flags.cwd !== undefined,
    workspaceRoot,
    rootMarker: typeof workspace === "string" ? null : workspace.marker,
    workspace,
    trusted: flags.trustProject === true || flags.config !== undefined,
    explicitFile: flags.config === undefined ? undefined : resolvePath(flags.config),
    resolvePath,
    showPath: (path) => showPath(path, workspaceRoot, io.homeDirectory),
    showHome: (path) => showHome(path, io.homeDirectory),
    isUnicode: isUnicode(io.environment),
    writeJson: (value) => io.stdout(`${printableJson(value)}\n`),
    width: io.isTerminal ? Math.max(60, io.columns ?? 80) : undefined,
  };
}

/** The configuration in force; a file that is wrong ends the command with one line. */
export async function requireConfig(context: CommandContext): Promise<Config> {
  const { config, problems } = await readLayers(context);
  const [first] = problems;
  if (first === undefined) return config;
  const place = first.line === null ? "" : `:${first.line}:${first.column}`;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more: alisio config check)` : "";
  throw new CliError(`${neutral(first.path)}${place}: ${first.message}${more}`);
}

/** All layers with their problems. Without any file nothing but the defaults is loaded. */
export async function readLayers(context: CommandContext): Promise<LoadedConfig> {
  return await loadConfig({
    io: context.io,
    workspaceRoot: context.workspaceRoot,
    trusted: context.trusted,
    explicitFile: context.explicitFile,
    show: context.showPath,
  });
}

/** A path of the command line. An empty one is a variable that isn't set, never "here". */
function named(path: string, homeDirectory: string): string {
  if (path !== "") return expandHome(path, homeDirectory);
  throw new CliError("a path on the command line is empty; name one, or leave it out");
}

function requireDirectory(path: string, flag: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  const what = found ? "is not a directory" : "does not exist";
  throw new CliError(`${flag}: ${neutral(path)} ${what}; name an existing directory`);
}

function showPath(path: string, workspaceRoot: string, homeDirectory: string): string {
  const inside = below(workspaceRoot, path);
  return inside ?? showHome(path, homeDirectory);
}

function showHome(path: string, homeDirectory: string): string {
  const inside = below(homeDirectory, path);
  if (inside === undefined) return path;
  return inside === "." ? "~" : `~/${inside}`;
}

/** POSIX: the first of these that is set and not empty decides; without any it is the C locale. */
function isUnicode({ LC_ALL, LC_CTYPE, LANG }: CommandIo["environment"]): boolean {
  if (process.platform === "win32") return true;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "");
}

function below(directory: string, path: string): string | undefined {
  const part = relative(directory, path);
  if (part === "") return ".";
  const leaves = part === ".." || part.startsWith(`..${sep}`) || resolve(part) === part;
  return leaves ? undefined : part.split(sep).join("/");
}
