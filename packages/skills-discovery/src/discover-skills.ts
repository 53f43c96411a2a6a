import type { SkillFileSystem } from "./file-system.ts";
import { takeOptions } from "./internal/arguments.ts";
import type { SnapshotRules } from "./internal/build-snapshot.ts";
import { buildSnapshot } from "./internal/build-snapshot.ts";
import { DISCOVER_SKILLS } from "./internal/option-names.ts";
import { invalid, list, oneOf, wholeNumber } from "./internal/options.ts";
import { checkOverrides } from "./internal/override-values.ts";
import { searchRoots } from "./internal/search-roots.ts";
import { rememberScan } from "./internal/snapshot-state.ts";
import { COLLISION_POLICIES } from "./resolve-collisions.ts";
import type { DiscoveryRules, SkillRoot, SkillSnapshot } from "./types-snapshot.ts";

/**
 * Levels below a root that are searched. Skills lie one or two levels deep in practice, five
 * leave room for groups of them.
 */
export const DEFAULT_MAX_DEPTH: number = 5;

/** Directories of one root that are looked at; beyond, a root is a mistake such as a home directory. */
export const DEFAULT_MAX_DIRECTORIES: number = 2000;

/** What `discoverSkills` works on. */
export interface DiscoverSkillsOptions extends DiscoveryRules {
  readonly fileSystem: SkillFileSystem;
  /** As `planSkillRoots` lays them out, or a host's own; earlier ones take precedence. */
  readonly roots: readonly SkillRoot[];
  /** Absolute; targets of links below it are shown with `~/`. */
  readonly homeDirectory?: string | null | undefined;
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
 * snapshot.skills[0]?.status; // "enabled"
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`; `invalid_option` for a bound that isn't a whole
 * number of at least 1 (depth: 0), an unknown policy or an unknown override.
 */
export async function discoverSkills(given: DiscoverSkillsOptions): Promise<SkillSnapshot> {
  const options = takeOptions(given, DISCOVER_SKILLS);
  const rules = checkRules(options);
  const search = {
    fileSystem: checkFileSystem(options.fileSystem),
    roots: list("roots", options.roots),
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

function checkFileSystem(fileSystem: SkillFileSystem): SkillFileSystem {
  if (typeof fileSystem?.realPath === "function") return fileSystem;
  return invalid(
    "fileSystem has to be a SkillFileSystem; discoverSkills of ./node brings the real one.",
  );
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
