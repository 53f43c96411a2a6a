import type { SkillListEntry, SkillListReport, SkillOverride } from "@alisio/skills-discovery";
import { distance } from "./nearest.ts";
import { inline } from "./text.ts";

/** One skill as `/skills` shows it: no absolute path, no body. */
export interface SkillRow {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly scope: string;
  /** Where it comes from. */
  readonly source: string;
  readonly status: SkillListEntry["status"];
  /** Estimates: its line in the catalog (0: it has none), and the whole file. */
  readonly catalogTokens: number;
  readonly fileTokens: number;
  /** Why it is as it is, and what the budget does to it; empty where there is nothing to say. */
  readonly note: string;
  /** What switching it would write; a text says why it can't be switched. */
  readonly toggle: { readonly value: SkillOverride } | { readonly refused: string };
}

/** Why nothing is saved without trust, and what to do. */
export const UNTRUSTED_WRITE: string =
  "Not saved: the project is not trusted, so its .alisio/config.json is neither read nor written. Start with --trust-project, or use alisio skills disable <name> --user.";

/** A place for people: relative and `~/` ones as they are, of an absolute one only its end. */
export function safePlace(path: string): string {
  const isAbsolute = /^([/\\]|[A-Za-z]:[/\\])/.test(path);
  if (!isAbsolute) return path;
  const parts = path.split(/[/\\]+/).filter((part) => part !== "");
  return [".../", ...parts.slice(-2).join("/")].join("");
}

/** Rows in the order of precedence, as the report has them. */
export function skillRows(report: SkillListReport): readonly SkillRow[] {
  const byPath = new Map(report.skills.map((skill) => [skill.path, skill]));
  return report.skills.map((skill) => {
    const winner = skill.shadowedBy === null ? undefined : byPath.get(skill.shadowedBy);
    return {
      name: skill.name,
      displayName: inline(skill.displayName),
      description: inline(skill.description),
      scope: skill.scope,
      source: inline(safePlace(skill.root)),
      status: skill.status,
      catalogTokens: skill.tokens.catalog,
      fileTokens: skill.tokens.file,
      note: [statusNote(skill, winner), budgetNote(skill, report)].filter(Boolean).join("; "),
      toggle: toggleOf(skill),
    };
  });
}

function statusNote(skill: SkillListEntry, winner: SkillListEntry | undefined): string {
  if (skill.scope === "plugin" && skill.status !== "shadowed") return "locked: see /plugins";
  switch (skill.status) {
    case "shadowed":
      return winner
        ? `shadowed by ${inline(winner.displayName)} of ${inline(safePlace(winner.root))}`
        : "shadowed";
    case "disabled":
      return skill.override === "off" ? "switched off" : "not in force";
    case "hidden":
      return skill.override === "manual" ? "for your call alone (manual)" : "for your call alone";
    case "enabled":
      return "";
  }
}

function budgetNote(
  { displayName, override, status }: SkillListEntry,
  report: SkillListReport,
): string {
  if (status !== "enabled") return "";
  const { shortened, nameOnly, omitted } = report.catalog;
  if (omitted.includes(displayName)) return "left out of the catalog (budget)";
  if (override === "name-only") return "name alone (override)";
  if (nameOnly.includes(displayName)) return "name alone (budget)";
  return shortened.includes(displayName) ? "description shortened (budget)" : "";
}

function toggleOf(skill: SkillListEntry): SkillRow["toggle"] {
  if (skill.scope === "plugin") {
    return { refused: `${inline(skill.displayName)} is locked to its plugin: see /plugins` };
  }
  if (skill.status === "shadowed") {
    return { refused: "this one is shadowed: its name belongs to another, which can be switched" };
  }
  if (skill.status === "enabled") return { value: "off" };
  if (skill.status === "hidden" && skill.override !== "manual") {
    return { value: "off" };
  }
  return { value: "on" };
}

/**
 * Rows that hold every word of the query, in their name, description, scope or source; where there is
 * none, those that do but for typing errors.
 */
export function filterRows(rows: readonly SkillRow[], query: string): readonly SkillRow[] {
  const words = wordsOf(query.slice(0, MAX_QUERY_CHARACTERS));
  if (words.length === 0) return rows;
  const texts = new Map(rows.map((row) => [row, textOf(row)]));
  const keep = (fits: (text: string, word: string) => boolean): readonly SkillRow[] =>
    rows.filter((row) => words.every((word) => fits(texts.get(row) ?? "", word)));
  const exact = keep((text, word) => text.includes(word));
  if (exact.length > 0) return exact;
  return keep(
    (text, word) => text.includes(word) || wordsOf(text).some((each) => isNear(each, word)),
  );
}

/** A search is a few words. */
const MAX_QUERY_CHARACTERS = 200;
/** A word with fewer letters is as near to too many others. */
const MIN_NEAR_LETTERS = 4;

function textOf({ displayName, description, scope, source, status }: SkillRow): string {
  return folded(`${displayName} ${description} ${scope} ${source} ${status}`);
}

function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[\s,.;:()/-]+/)
    .filter((word) => word !== "");
}

/** One letter of four may be wrong, two of six; a word that is still being typed is as long as it is. */
function isNear(word: string, typed: string): boolean {
  if (typed.length < MIN_NEAR_LETTERS) return false;
  const allowed = Math.min(2, Math.floor(typed.length / 3));
  if (typed.length - word.length > allowed) return false;
  return (
    distance(typed, word.slice(0, typed.length)) <= allowed ||
    distance(typed, word.slice(0, typed.length + 1)) <= allowed
  );
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** What the catalog takes of its budget, and what is cut: one line. */
export function budgetLine({ catalog, skills }: SkillListReport): string {
  const enabled = skills.filter(({ status }) => status === "enabled").length;
  const cut = [
    [catalog.shortened.length, "shortened"],
    [catalog.nameOnly.length, "name alone"],
    [catalog.omitted.length, "left out"],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, what]) => `${count} ${what}`);
  return `${enabled} of ${skills.length} enabled; catalog ${catalog.characters} of ${catalog.budget} characters${cut.length > 0 ? ` (${cut.join(", ")})` : ""}`;
}
