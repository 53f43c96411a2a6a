/**
 * Ranked search in a snapshot. Needs the optional peer `minisearch`.
 *
 * @packageDocumentation
 */

export {
  DEFAULT_SEARCH_LIMIT,
  type SearchSkillsOptions,
  type SkillSearchHit,
  type SkillSearchResult,
  searchSkills,
} from "./search-skills.ts";
