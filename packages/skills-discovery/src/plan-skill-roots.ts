import { takeOptions } from "./internal/arguments.ts";
import { PLAN_SKILL_ROOTS } from "./internal/option-names.ts";
import { absolutePath, invalid, list } from "./internal/options.ts";
import { isInside, joinPath, normalizePath, parentPath, relativePath } from "./internal/paths.ts";
import { neutralise, quoteForMessage } from "./internal/text.ts";
import type { SkillScope } from "./types.ts";
import type { SkillRoot } from "./types-snapshot.ts";

/** The order in which scopes are searched; the first skill of a name wins. */
export const SCOPE_PRECEDENCE: readonly SkillScope[] = Object.freeze([
  "project",
  "config",
  "user",
  "admin",
  "plugin",
  "builtin",
]);

/** Where a project keeps skills, below each directory from the working one up to the root. */
const PROJECT_SKILL_DIRECTORIES: readonly string[] = Object.freeze([
  ".agents/skills",
  ".alisio/skills",
  ".claude/skills",
]);

/** A loaded plugin and the directories of skills that it registers. */
export interface SkillPlugin {
  /** Shown before the names of its skills: letters, digits, `.`, `_`, `-`; no scope's name. */
  readonly id: string;
  /** Absolute paths. */
  readonly roots: readonly string[];
}

/** Paths are absolute, `/` between segments. */
export interface PlanSkillRootsOptions {
  /** The workspace root or a directory below it. */
  readonly cwd: string;
  readonly workspaceRoot: string;
  /** Whether the project's roots may be read. */
  readonly trustProject: boolean;
  /** Further directories inside the workspace that may hold `.agents/skills` and the like. */
  readonly projectDirectories?: readonly string[] | undefined;
  readonly configRoots?: readonly string[] | undefined;
  /** Null where there is none; paths below it are shown with `~/`. */
  readonly homeDirectory: string | null;
  /** Null where there is none. */
  readonly configHome: string | null;
  /** A machine-wide root. */
  readonly adminRoot?: string | null | undefined;
  readonly plugins?: readonly SkillPlugin[] | undefined;
  readonly builtinRoots?: readonly string[] | undefined;
}

/**
 * Lays out the roots to search, first in precedence first, without touching any file system.
 *
 * @example
 * ```ts
 * import { planSkillRoots } from "@alisio/skills-discovery";
 *
 * const roots = planSkillRoots({
 *   cwd: "/repo/packages/app",
 *   workspaceRoot: "/repo",
 *   trustProject: true,
 *   homeDirectory: "/users/ada",
 *   configHome: "/users/ada/.config/alisio",
 * });
 * roots[0]?.displayPath; // "packages/app/.agents/skills"
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`; `invalid_option` for a relative path, a working
 * directory or project directory outside the workspace, and an unfit plugin id.
 */
export function planSkillRoots(given: PlanSkillRootsOptions): readonly SkillRoot[] {
  const options = takeOptions(given, PLAN_SKILL_ROOTS);
  const home = options.homeDirectory && absolutePath("homeDirectory", options.homeDirectory);
  const show = (path: string): string => showPath(path, home ? normalizePath(home) : null);
  const plain = (
    scope: SkillScope,
    path: string,
    required: boolean,
    plugin: string | null = null,
  ) =>
    root({ scope, path: absolutePath(`a root of scope ${scope}`, path), required, plugin }, show);

  return [
    ...projectRoots(options),
    ...list("configRoots", options.configRoots).map((path) => plain("config", path, true)),
    ...(home ? [plain("user", joinPath(home, ".agents/skills"), false)] : []),
    ...(options.configHome ? [plain("user", joinPath(options.configHome, "skills"), false)] : []),
    ...(options.adminRoot ? [plain("admin", options.adminRoot, true)] : []),
    ...list("plugins", options.plugins).flatMap((plugin) =>
      list("roots of a plugin", plugin.roots).map((path) =>
        plain("plugin", path, true, pluginId(plugin.id)),
      ),
    ),
    ...list("builtinRoots", options.builtinRoots).map((path) => plain("builtin", path, true)),
  ];
}

/** How reports show a path that is not a project's: `~/…` below the home directory. */
export function showPath(path: string, homeDirectory: string | null): string {
  const below = homeDirectory === null ? undefined : relativePath(path, homeDirectory);
  if (below === undefined) return neutralise(path);
  return neutralise(below === "." ? "~" : `~/${below}`);
}

function projectRoots(options: PlanSkillRootsOptions): SkillRoot[] {
  const workspace = normalizePath(absolutePath("workspaceRoot", options.workspaceRoot));
  const inWorkspace = (name: string, value: string): string => {
    const path = normalizePath(absolutePath(name, value));
    if (isInside(path, workspace)) return path;
    return invalid(
      `${name} ${quoteForMessage(path)} lies outside the workspace root ${quoteForMessage(workspace)}: pass a directory inside it, or another root.`,
    );
  };
  const directories = new Set<string>();
  let directory = inWorkspace("cwd", options.cwd);
  while (directory !== workspace) {
    directories.add(directory);
    directory = parentPath(directory);
  }
  directories.add(workspace);
  for (const further of options.projectDirectories ?? []) {
    directories.add(inWorkspace("a project directory", further));
  }
  return [...directories].flatMap((below) =>
    PROJECT_SKILL_DIRECTORIES.map((name): SkillRoot => {
      const path = joinPath(below, name);
      return Object.freeze({
        scope: "project",
        path,
        displayPath: neutralise(relativePath(path, workspace) ?? path),
        plugin: null,
        container: workspace,
        trusted: options.trustProject === true,
        required: false,
      });
    }),
  );
}

function root(
  facts: Pick<SkillRoot, "scope" | "path" | "required" | "plugin">,
  show: (path: string) => string,
): SkillRoot {
  const path = normalizePath(facts.path);
  return Object.freeze({ ...facts, path, displayPath: show(path), container: null, trusted: true });
}

function pluginId(id: string): string {
  const fault = faultOfPluginId(id);
  return fault === undefined ? id : invalid(`The plugin id ${quoteForMessage(id)} ${fault}.`);
}

/** What keeps an id from standing before a name; undefined for a good one. */
export function faultOfPluginId(id: string): string | undefined {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(id)) {
    return 'has to be 1 to 64 letters, digits, ".", "_" or "-", beginning with a letter or digit';
  }
  const isScope = (SCOPE_PRECEDENCE as readonly string[]).includes(id);
  return isScope ? `must not be one of ${SCOPE_PRECEDENCE.join(", ")}` : undefined;
}
