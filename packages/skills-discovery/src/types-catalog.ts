import type { SkillSnapshot } from "./types-snapshot.ts";

/** What the model gets to see of the skills, and at what cost. */
export interface BuildCatalogOptions {
  readonly snapshot: SkillSnapshot;
  /** Size of the model's context window; the budget is 2% of it at four characters a token. */
  readonly contextWindowTokens?: number | null | undefined;
  /** The budget itself, in UTF-16 units; wins over the window. */
  readonly maxCharacters?: number | null | undefined;
  /** Entries shown at most; default no bound. */
  readonly maxEntries?: number | null | undefined;
  /** Code points of a description at most; default `DEFAULT_MAX_DESCRIPTION_CHARACTERS`. */
  readonly maxDescriptionCharacters?: number | null | undefined;
  /** Names (bare or shown) that are shortened and left out last. */
  readonly pinned?: readonly string[] | undefined;
  /** The host's number by name (bare or shown); higher stays longer, default 0. */
  readonly priorities?: Readonly<Record<string, number>> | undefined;
  /**
   * Whether entries tell the shown path of their `SKILL.md`; default `none`. Entries of one name
   * (policy `keep-all`) always do, or the model could not tell them apart.
   */
  readonly location?: "none" | "shown" | undefined;
  /** The line before the list that says how to load a skill; default `DEFAULT_CATALOG_INTRODUCTION`. */
  readonly introduction?: string | undefined;
  /**
   * The line after the list that tells the model how many skills it doesn't show; default
   * `defaultOmissionNote`.
   */
  readonly omissionNote?: ((omitted: number) => string) | undefined;
}

/** How an entry stands in the catalog. */
export type CatalogForm = "whole" | "shortened" | "name-only";

/** One skill as the model sees it. */
export interface CatalogEntry {
  /** Shown name, as in the text. */
  readonly name: string;
  /** `path` of the skill in the snapshot. */
  readonly path: string;
  readonly form: CatalogForm;
  /** UTF-16 units of its part of the text. */
  readonly characters: number;
  /** Its part of the text at four characters a token, rounded up: an estimate, shown with `~`. */
  readonly tokens: number;
}

/** The catalog as sent, and what the budget did to it. */
export interface SkillCatalog {
  /** Exactly what goes into the context; empty where there is nothing to show. */
  readonly text: string;
  /** UTF-16 units of `text`. */
  readonly characters: number;
  /** UTF-16 units that it may have. */
  readonly budget: number;
  /** SHA-256 of `text`. */
  readonly fingerprint: string;
  readonly entries: readonly CatalogEntry[];
  /** The common length that descriptions were cut to; null where the budget cut none. */
  readonly descriptionCharacters: number | null;
  /** Shown names, in the order of the catalog. */
  readonly shortened: readonly string[];
  /** Shown names of those whose name stands alone, by the budget or by an override. */
  readonly nameOnly: readonly string[];
  /** Shown names of those left out, by the budget or `maxEntries`. */
  readonly omitted: readonly string[];
  /** Pinned names that no enabled skill answers to. */
  readonly unmatchedPins: readonly string[];
}
