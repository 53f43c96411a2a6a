import { demandArgument, takeOptions } from "./internal/arguments.ts";
import { fitCatalog } from "./internal/catalog-fit.ts";
import type { CatalogItem } from "./internal/catalog-text.ts";
import { oneLine } from "./internal/one-line.ts";
import { BUILD_CATALOG } from "./internal/option-names.ts";
import { invalid, wholeNumber } from "./internal/options.ts";
import { sha256 } from "./internal/sha256.ts";
import { shorten } from "./internal/shorten.ts";
import { quoteForMessage } from "./internal/text.ts";
import type {
  BuildCatalogOptions,
  CatalogEntry,
  CatalogForm,
  SkillCatalog,
} from "./types-catalog.ts";
import type { Skill } from "./types-snapshot.ts";

/** The budget where the context window isn't known, in UTF-16 units: what Codex takes too. */
export const DEFAULT_CATALOG_CHARACTERS: number = 8000;

/** The part of a known context window that the catalog may take, in hundredths. */
const CATALOG_WINDOW_PERCENT: number = 2;

/** For estimates: a rule of thumb for English text and code. */
export const CHARACTERS_PER_TOKEN: number = 4;

/** What descriptions are not shortened below, in code points: less tells too little. */
export const MIN_DESCRIPTION_CHARACTERS: number = 60;

/** The most of a description that is shown, in code points: the specification's limit. */
export const DEFAULT_MAX_DESCRIPTION_CHARACTERS: number = 1024;

/** The line before the list. */
export const DEFAULT_CATALOG_INTRODUCTION: string =
  "Skills hold instructions for particular tasks. When a task matches a description, load that skill with skill_load and its name before you begin.";

/** The line after a list that doesn't show all skills. */
export function defaultOmissionNote(omitted: number): string {
  const isCount = Number.isInteger(omitted) && omitted >= 0;
  demandArgument(() => isCount, "omitted", omitted, "a whole number from 0");
  return omitted === 1
    ? "1 skill is not shown here; skill_search finds it."
    : `${omitted} skills are not shown here; skill_search finds them.`;
}

/**
 * Writes the list of enabled skills that enters the model's context, within its budget: over it,
 * descriptions are shortened to one common length, then entries keep their name alone, then they
 * are left out, from the last in priority. Equal inputs give equal bytes.
 *
 * Where no entry fits, the text is the note that counts the skills, and empty where that doesn't
 * fit either; it is never over the budget.
 *
 * @example
 * ```ts
 * import { buildCatalog } from "@alisio/skills-discovery";
 *
 * const catalog = buildCatalog({ snapshot, contextWindowTokens: 200_000 });
 * catalog.budget; // 16000
 * catalog.omitted; // []
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`; `invalid_option` for a number out of range or an
 * introduction of more than one line.
 */
export function buildCatalog(given: BuildCatalogOptions): SkillCatalog {
  const options = takeOptions(given, BUILD_CATALOG);
  const { introduction = DEFAULT_CATALOG_INTRODUCTION } = options;
  if (/[\r\n]/.test(introduction)) invalid("introduction has to be one line.");
  const budget = budgetOf(options);
  if (!Array.isArray(options.snapshot?.skills)) invalid("snapshot has to be a snapshot.");
  const skills = inPriority(options);
  const fit = fitCatalog(toItems(skills, options), {
    budget,
    maxEntries: wholeNumber("maxEntries", options.maxEntries, 0, Number.POSITIVE_INFINITY),
    minDescription: MIN_DESCRIPTION_CHARACTERS,
    frame: { introduction, note: options.omissionNote ?? defaultOmissionNote },
  });
  const entries = fit.shown.map((item, index) =>
    toEntry(skills[index] as Skill, item, fit.rendered[index] as string),
  );
  const inForm = (form: CatalogForm): readonly string[] =>
    Object.freeze(entries.filter((entry) => entry.form === form).map(({ name }) => name));
  return Object.freeze({
    text: fit.text,
    characters: fit.text.length,
    budget,
    fingerprint: sha256(new TextEncoder().encode(fit.text)),
    entries: Object.freeze(entries),
    descriptionCharacters: fit.descriptionCharacters,
    shortened: inForm("shortened"),
    nameOnly: inForm("name-only"),
    omitted: Object.freeze(skills.slice(entries.length).map(({ displayName }) => displayName)),
    unmatchedPins: Object.freeze(
      (options.pinned ?? []).filter((pin) => !skills.some((skill) => answersTo(skill, pin))),
    ),
  });
}

/** The budget that holds: as stated, else by the window, else the default. */
function budgetOf(options: BuildCatalogOptions): number {
  const window = wholeNumber("contextWindowTokens", options.contextWindowTokens, 1, -1);
  const byWindow = Math.floor((window * CHARACTERS_PER_TOKEN * CATALOG_WINDOW_PERCENT) / 100);
  const unstated = window === -1 ? DEFAULT_CATALOG_CHARACTERS : byWindow;
  return wholeNumber("maxCharacters", options.maxCharacters, 0, unstated);
}

/** Enabled skills: pinned ones, then by the host's number, then as the snapshot has them. */
function inPriority(options: BuildCatalogOptions): readonly Skill[] {
  const pinned = new Set(options.pinned ?? []);
  const numbers = new Map(Object.entries(options.priorities ?? {}));
  for (const [name, number] of numbers) {
    if (!Number.isFinite(number))
      invalid(`The priority of ${quoteForMessage(name)} has to be a number.`);
  }
  const rank = (skill: Skill) => ({
    skill,
    isPinned: pinned.has(skill.displayName) || pinned.has(skill.name),
    number: numbers.get(skill.displayName) ?? numbers.get(skill.name) ?? 0,
  });
  return options.snapshot.skills
    .filter(({ status }) => status === "enabled")
    .map(rank)
    .sort(
      (left, right) => Number(right.isPinned) - Number(left.isPinned) || right.number - left.number,
    )
    .map(({ skill }) => skill);
}

function answersTo(skill: Skill, name: string): boolean {
  return skill.displayName === name || skill.name === name;
}

function toItems(skills: readonly Skill[], options: BuildCatalogOptions): readonly CatalogItem[] {
  const longest = wholeNumber(
    "maxDescriptionCharacters",
    options.maxDescriptionCharacters,
    1,
    DEFAULT_MAX_DESCRIPTION_CHARACTERS,
  );
  const seen = new Map<string, number>();
  for (const { displayName } of skills) seen.set(displayName, (seen.get(displayName) ?? 0) + 1);
  return skills.map((skill) => ({
    name: skill.displayName,
    description:
      skill.override === "name-only" && skill.plugin === null
        ? null
        : shorten(oneLine(skill.description), longest),
    location:
      options.location === "shown" || (seen.get(skill.displayName) ?? 0) > 1
        ? oneLine(skill.path)
        : null,
  }));
}

function toEntry(skill: Skill, item: CatalogItem, rendered: string): CatalogEntry {
  const isWhole = item.description === oneLine(skill.description);
  return Object.freeze({
    name: skill.displayName,
    path: skill.path,
    form: item.description === null ? "name-only" : isWhole ? "whole" : "shortened",
    characters: rendered.length,
    tokens: Math.ceil(rendered.length / CHARACTERS_PER_TOKEN),
  });
}
