export {
  DEFAULT_SEARCH_LIMIT,
  type SearchSkillsOptions,
  type SkillSearchHit,
  type SkillSearchResult,
  searchSkills,
} from "./search-skills.ts";
