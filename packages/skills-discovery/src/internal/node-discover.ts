import { discoverSkills as discover } from "../discover-skills.ts";
import { planSkillRoots } from "../plan-skill-roots.ts";
import type { SkillRoot, SkillSnapshot } from "../types-snapshot.ts";
import { takeOptions } from "./arguments.ts";
import { createNodeFileSystem } from "./node-file-system.ts";
import type { Places } from "./node-places.ts";
import { expandPath, resolvePlaces } from "./node-places.ts";
import type { NodeDiscoverSkillsOptions } from "./node-types.ts";
import { NODE_DISCOVER_SKILLS } from "./option-names.ts";

/**
 * Finds the skills that are in force for a working directory: the project's where it is trusted,
 * the configured ones, the user's, and those that a host adds.
 *
 * @example
 * ```ts
 * import { discoverSkills } from "@alisio/skills-discovery/node";
 *
 * const snapshot = await discoverSkills({ cwd: process.cwd(), trustProject: true });
 * snapshot.skills.map(({ displayName }) => displayName); // ["pdf"]
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`; `invalid_option` for a working directory or
 * workspace root that isn't there, one outside the other, a relative home directory or
 * configuration home, a bound out of range, an unknown policy or override.
 */
export async function discoverSkills(
  given: NodeDiscoverSkillsOptions = {},
): Promise<SkillSnapshot> {
  const options = takeOptions(given, NODE_DISCOVER_SKILLS);
  const places = resolvePlaces(options);
  const { policy, equalPrecedence, overrides, maxDepth, maxDirectories } = options;
  return discover({
    policy,
    equalPrecedence,
    overrides,
    maxDepth,
    maxDirectories,
    fileSystem: createNodeFileSystem(),
    roots: planRoots(options, places),
    homeDirectory: places.homeDirectory,
  });
}

/** The roots that `discoverSkills` searches. */
export function planRoots(
  options: NodeDiscoverSkillsOptions,
  places: Places,
): readonly SkillRoot[] {
  const expand = (written: string): string => expandPath(written, places.cwd, places.homeDirectory);
  const { projectDirectories, configRoots, adminRoot, plugins, builtinRoots } = options;
  return planSkillRoots({
    ...places,
    trustProject: options.trustProject ?? false,
    projectDirectories: (projectDirectories ?? []).map(expand),
    configRoots: (configRoots ?? []).map(expand),
    adminRoot: adminRoot ? expand(adminRoot) : null,
    plugins: (plugins ?? []).map(({ id, roots }) => ({ id, roots: roots.map(expand) })),
    builtinRoots: (builtinRoots ?? []).map(expand),
  });
}
