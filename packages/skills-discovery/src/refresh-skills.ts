import { takeOptions } from "./internal/arguments.ts";
import { buildSnapshot } from "./internal/build-snapshot.ts";
import { compareSnapshots } from "./internal/compare-snapshots.ts";
import { REFRESH_SKILLS } from "./internal/option-names.ts";
import { checkOverrides } from "./internal/override-values.ts";
import type { SearchResult } from "./internal/search-roots.ts";
import { searchRoots } from "./internal/search-roots.ts";
import { rememberScan, scanStateOf } from "./internal/snapshot-state.ts";
import type { SkillOverrides, SkillRefresh, SkillSnapshot } from "./types-snapshot.ts";

/** What `refreshSkills` works on. */
export interface RefreshSkillsOptions {
  /** The snapshot to bring up to date; it stays as it is. */
  readonly snapshot: SkillSnapshot;
  /** Overrides from now on; default those of the snapshot. */
  readonly overrides?: SkillOverrides | undefined;
}

/**
 * Looks at the same roots again and reads only what changed: a directory or file whose size,
 * times and inode are as before isn't read, one that was read and has the same hash counts as
 * unchanged. Gives the same as a discovery of the tree as it is now.
 *
 * @example
 * ```ts
 * import { refreshSkills } from "@alisio/skills-discovery";
 *
 * const { snapshot, added, removed, changed } = await refreshSkills({ snapshot: before });
 * snapshot === before; // true
 * [added, removed, changed]; // [[], [], []]
 * ```
 *
 * @throws SkillsDiscoveryError `unknown_snapshot` for a copy of a snapshot, `invalid_argument`;
 * `invalid_option` for an unknown override.
 */
export async function refreshSkills(given: RefreshSkillsOptions): Promise<SkillRefresh> {
  const options = takeOptions(given, REFRESH_SKILLS);
  const before = options.snapshot;
  const state = scanStateOf(before);
  const overrides = options.overrides && checkOverrides(options.overrides);
  const rules = overrides === undefined ? state.rules : { ...state.rules, overrides };
  const found = await searchRoots(state.search, state.found.memory);
  const isSame = overrides === undefined && isSameFinding(state.found, found);
  if (isSame) {
    // The stamps that have settled since make the next refresh cheaper.
    rememberScan(before, { ...state, found });
    return Object.freeze({ snapshot: before, added: [], removed: [], changed: [] });
  }
  const snapshot = buildSnapshot(found.roots, found.candidates, rules);
  rememberScan(snapshot, { search: state.search, rules, found });
  return Object.freeze({ snapshot, ...compareSnapshots(before, snapshot) });
}

function isSameFinding(before: SearchResult, now: SearchResult): boolean {
  return (
    before.candidates.length === now.candidates.length &&
    before.candidates.every((candidate, index) => candidate === now.candidates[index]) &&
    JSON.stringify(before.roots) === JSON.stringify(now.roots)
  );
}
