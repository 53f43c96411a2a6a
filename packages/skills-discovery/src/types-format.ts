import type { SkillDiagnostic } from "./types.ts";

/**
 * Whether a path of a skill leads to something: `outside` is a link of the file system that
 * leaves the skill's directory.
 */
export type LinkTarget = "found" | "missing" | "outside";

/**
 * Looks a path of a skill up. It is relative to the skill's directory, with `/` between its
 * segments, and holds no `..`.
 */
export type FindLinkTarget = (path: string) => LinkTarget | Promise<LinkTarget>;

/** What `validateSkill` says about one `SKILL.md`. */
export interface SkillValidation {
  readonly path: string;
  /** Trimmed, after NFKC; null where it is missing or can't be read. */
  readonly name: string | null;
  /** No diagnostic is an error. */
  readonly valid: boolean;
  /** In order of line, column, code. */
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** Something that `fixSkill` mended. */
export interface SkillFix {
  readonly kind: "byte-order-mark" | "quoting" | "trailing-blanks";
  /** Line of the file before mending, counted from 1. */
  readonly line: number;
  /** One line that says what was done; neutral for a terminal. */
  readonly message: string;
}

/** A file after mending. */
export interface FixedSkill {
  /** The mended bytes; the very input where nothing was mended. */
  readonly bytes: Uint8Array;
  readonly fixes: readonly SkillFix[];
}
