import type { SkillCaller } from "./types-disclosure.ts";
import type { SkillSnapshot } from "./types-snapshot.ts";

export interface SearchSkillsOptions {
  readonly snapshot: SkillSnapshot;
  readonly query: string;
  /** Default `DEFAULT_SEARCH_LIMIT`. */
  readonly limit?: number;
  /** Default 0. */
  readonly offset?: number;
  /** Default `user`; the model finds enabled skills only. */
  readonly caller?: SkillCaller;
}

export interface SkillSearchHit {
  /** Shown name. */
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly score: number;
}

export interface SkillSearchResult {
  /** Hits in all, before `limit` and `offset`. */
  readonly total: number;
  readonly hits: readonly SkillSearchHit[];
}

/** Ranks the skills of a snapshot by how well they answer a query. */
export function searchSkills(options: SearchSkillsOptions): SkillSearchResult {
  throw new Error(`not there yet: ${options.query}`);
}
