import type { SkillFileSystem } from "./file-system.ts";
import type { SnapshotRules } from "./internal/build-snapshot.ts";
import { buildSnapshot } from "./internal/build-snapshot.ts";
import { invalid, oneOf, wholeNumber } from "./internal/options.ts";
import { searchRoots } from "./internal/search-roots.ts";
import { rememberScan } from "./internal/snapshot-state.ts";
import { quoteForMessage } from "./internal/text.ts";
import { COLLISION_POLICIES } from "./resolve-collisions.ts";
import type {
  DiscoveryRules,
  SkillOverride,
  SkillOverrides,
  SkillRoot,
  SkillSnapshot,
} from "./types-snapshot.ts";

/**
 * Levels below a root that are searched. Skills lie one or two levels deep in practice, five
 * leave room for groups of them.
 */
export const DEFAULT_MAX_DEPTH: number = 5;

/** Directories of one root that are looked at; beyond, a root is a mistake such as a home directory. */
export const DEFAULT_MAX_DIRECTORIES: number = 2000;

/** All decisions that a user can take about a name. */
export const SKILL_OVERRIDES: readonly SkillOverride[] = Object.freeze([
  "on",
  "off",
  "name-only",
  "manual",
]);

/** What `discoverSkills` works on. */
export interface DiscoverSkillsOptions extends DiscoveryRules {
  readonly fileSystem: SkillFileSystem;
  /** As `planSkillRoots` lays them out, or a host's own; earlier ones take precedence. */
  readonly roots: readonly SkillRoot[];
  /** Absolute; targets of links below it are shown with `~/`. */
  readonly homeDirectory?: string | null;
}

/**
 * Finds the skills below the given roots and decides which of them are in force. What is wrong
 * with a file or directory is a diagnostic of the snapshot and never keeps the others out.
 *
 * @example
 * ```ts
 * import { discoverSkills, planSkillRoots } from "@alisio/skills-discovery";
 *
 * const snapshot = await discoverSkills({ fileSystem, roots: planSkillRoots(places) });
 * for (const skill of snapshot.skills) skill.status; // "enabled", "shadowed", …
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument` for a bound that isn't a whole number of at
 * least 1 (depth: 0), an unknown policy or an unknown override.
 */
export async function discoverSkills(options: DiscoverSkillsOptions): Promise<SkillSnapshot> {
  const rules = checkRules(options);
  const search = {
    fileSystem: options.fileSystem,
    roots: options.roots,
    maxDepth: wholeNumber("maxDepth", options.maxDepth, 0, DEFAULT_MAX_DEPTH),
    maxDirectories: wholeNumber(
      "maxDirectories",
      options.maxDirectories,
      1,
      DEFAULT_MAX_DIRECTORIES,
    ),
    homeDirectory: options.homeDirectory ?? null,
  };
  const found = await searchRoots(search);
  const snapshot = buildSnapshot(found.roots, found.candidates, rules);
  rememberScan(snapshot, { search, rules, found });
  return snapshot;
}

function checkRules(options: DiscoverSkillsOptions): SnapshotRules {
  return {
    policy: oneOf("policy", options.policy, COLLISION_POLICIES, "first-wins"),
    equalPrecedence: oneOf(
      "equalPrecedence",
      options.equalPrecedence,
      ["first-wins", "refuse"],
      "first-wins",
    ),
    overrides: checkOverrides(options.overrides ?? {}),
  };
}

/** Checks decisions by name and keeps a copy of them. */
export function checkOverrides(overrides: SkillOverrides): SkillOverrides {
  if (typeof overrides !== "object" || overrides === null || Array.isArray(overrides)) {
    return invalid("overrides has to be an object of names and values.");
  }
  const checked: Record<string, SkillOverride> = Object.create(null);
  for (const [name, value] of Object.entries(overrides)) {
    if (!SKILL_OVERRIDES.includes(value)) {
      invalid(
        `The override for ${quoteForMessage(name)} has to be one of ${SKILL_OVERRIDES.join(", ")}, not ${quoteForMessage(String(value))}.`,
      );
    }
    checked[name] = value;
  }
  return Object.freeze(checked);
}
