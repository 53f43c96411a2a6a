import MiniSearch, { type SearchResult } from "minisearch";
import { takeOptions } from "./internal/arguments.ts";
import { isCallable } from "./internal/find-skill.ts";
import { oneLine } from "./internal/one-line.ts";
import { SEARCH_SKILLS } from "./internal/option-names.ts";
import { oneOf, text, wholeNumber } from "./internal/options.ts";
import { indexTerms, isWord, queryTerms } from "./internal/search-terms.ts";
import { stemOf } from "./internal/word-stem.ts";
import type { SkillCaller } from "./types-disclosure.ts";
import type { Skill, SkillSnapshot } from "./types-snapshot.ts";

/** Hits of one answer: about as many as are read with attention. */
export const DEFAULT_SEARCH_LIMIT: number = 20;

/** Of a query no more is looked at: a sentence, not a document. */
const MAX_QUERY_CHARACTERS = 1_000;
const MAX_QUERY_TERMS = 32;

/** Words that say nothing about what is looked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by can do for from has have how i in is it its my of on or so that the their them then there this to use used using was we what when where which who will with you your".split(
    " ",
  ),
);

/** What to look for, and where. */
export interface SearchSkillsOptions {
  readonly snapshot: SkillSnapshot;
  /** A blank one finds all, in order of precedence. */
  readonly query: string;
  /** Default `DEFAULT_SEARCH_LIMIT`. */
  readonly limit?: number | undefined;
  /** Default 0. */
  readonly offset?: number | undefined;
  /** Default `user`; the model finds enabled skills only. */
  readonly caller?: SkillCaller | undefined;
}

/** A skill that answers a query. */
export interface SkillSearchHit {
  /** Shown name. */
  readonly name: string;
  readonly path: string;
  /** On one line, its full length. */
  readonly description: string;
  /** Comparable within one answer only. */
  readonly score: number;
}

/** An answer, best hits first. */
export interface SkillSearchResult {
  /** Hits in all, before `limit` and `offset`. */
  readonly total: number;
  readonly hits: readonly SkillSearchHit[];
}

/**
 * Ranks the skills of a snapshot by how well their names, descriptions and keywords answer a
 * query. Hyphens, forms of English words and typing errors make little difference; Chinese,
 * Japanese, Korean and Thai text is found by pairs of letters. Equal inputs give equal answers.
 *
 * @example
 * ```ts
 * import { searchSkills } from "@alisio/skills-discovery/search";
 *
 * const { hits } = searchSkills({ snapshot, query: "filling PDF forms", limit: 5 });
 * hits[0]?.name; // "pdf"
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`; `invalid_option` for a negative limit or offset.
 */
export function searchSkills(given: SearchSkillsOptions): SkillSearchResult {
  const options = takeOptions(given, SEARCH_SKILLS);
  const query = text("query", options.query).slice(0, MAX_QUERY_CHARACTERS);
  const limit = wholeNumber("limit", options.limit, 0, DEFAULT_SEARCH_LIMIT);
  const offset = wholeNumber("offset", options.offset, 0, 0);
  const caller = oneOf("caller", options.caller, ["model", "user"], "user");
  const index = indexOf(options.snapshot, caller);
  const ranked = query.trim() === "" ? index.skills.map(unranked) : rank(index, query);
  return {
    total: ranked.length,
    hits: ranked.slice(offset, offset + limit).map(({ skill, score }) => ({
      name: skill.displayName,
      path: skill.path,
      description: oneLine(skill.description),
      score,
    })),
  };
}

interface Ranked {
  readonly skill: Skill;
  readonly score: number;
}

interface Index {
  readonly skills: readonly Skill[];
  readonly search: MiniSearch;
}

/** Snapshots don't change, so an index serves as long as its snapshot. */
const INDEXES: Readonly<Record<SkillCaller, WeakMap<SkillSnapshot, Index>>> = {
  model: new WeakMap(),
  user: new WeakMap(),
};

function indexOf(snapshot: SkillSnapshot, caller: SkillCaller): Index {
  const known = INDEXES[caller].get(snapshot);
  if (known !== undefined) return known;
  const skills = snapshot.skills.filter((skill) => isCallable(skill, caller));
  const search = new MiniSearch({
    fields: ["name", "keywords", "description"],
    tokenize: indexTerms,
    processTerm: withStem,
  });
  search.addAll(skills.map(toDocument));
  const index = { skills, search };
  INDEXES[caller].set(snapshot, index);
  return index;
}

function toDocument(skill: Skill, id: number) {
  const { metadata } = skill.metadata;
  return {
    id,
    // Without hyphens too, as many people write a name.
    name: `${skill.displayName} ${skill.name.replaceAll("-", "")}`,
    keywords: ["keywords", "tags", "category"].map((key) => metadata[key] ?? "").join(" "),
    description: skill.description,
  };
}

function withStem(term: string): string | string[] {
  const stem = stemOf(term);
  return stem === term ? term : [term, stem];
}

function rank({ skills, search }: Index, query: string): readonly Ranked[] {
  const terms = [...new Set(queryTerms(query))].slice(0, MAX_QUERY_TERMS);
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  const asked = telling.length === 0 ? terms : telling;
  const results = search.search(asked.join(" "), {
    tokenize: () => asked,
    processTerm: withStem,
    boost: { name: 4, keywords: 2 },
    prefix: (term) => isWord(term) && term.length >= 3,
    fuzzy: (term) => isWord(term) && term.length >= 4 && (term.length >= 8 ? 2 : 1),
    weights: { prefix: 0.5, fuzzy: 0.25 },
  });
  return results
    .map((result) => ({ index: Number(result.id), score: scoreOf(result, asked) }))
    .sort((left, right) => right.score - left.score || left.index - right.index)
    .map(({ index, score }) => ({ skill: skills[index] as Skill, score }));
}

/** The more of what was asked a skill answers, the better; rounded, so that equals are equal. */
function scoreOf({ score, queryTerms: found }: SearchResult, asked: readonly string[]): number {
  const answered = asked.filter((term) => found.includes(term) || found.includes(stemOf(term)));
  return Math.round((score * answered.length * 1e6) / asked.length) / 1e6;
}

function unranked(skill: Skill): Ranked {
  return { skill, score: 0 };
}
