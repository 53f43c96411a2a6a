import { SkillsDiscoveryError } from "../errors.ts";
import type { Skill, SkillSnapshot } from "../types-snapshot.ts";
import type { SnapshotRules } from "./build-snapshot.ts";
import type { Candidate } from "./candidate.ts";
import type { SearchOptions, SearchResult } from "./search-roots.ts";

/** What a snapshot was made from; kept beside it, since a snapshot is data. */
export interface ScanState {
  readonly search: SearchOptions;
  readonly rules: SnapshotRules;
  readonly found: SearchResult;
}

const STATES = new WeakMap<SkillSnapshot, ScanState>();

export function rememberScan(snapshot: SkillSnapshot, state: ScanState): void {
  STATES.set(snapshot, state);
}

export function scanStateOf(snapshot: SkillSnapshot): ScanState {
  const state = STATES.get(snapshot);
  if (state !== undefined) return state;
  throw new SkillsDiscoveryError(
    "unknown_snapshot",
    "This is not a snapshot that discoverSkills or refreshSkills gave; pass the object itself, not a copy of it.",
  );
}

/** The candidate behind a skill of a snapshot. */
export function candidateOf(state: ScanState, skill: Skill): Candidate | undefined {
  return state.found.candidates.find(
    (candidate) => candidate.file === skill.file && candidate.reading !== null,
  );
}
