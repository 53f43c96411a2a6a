/**
 * The values that travel between the stages of the pipeline:
 * roots → candidates → validation → collisions → catalog → disclosure.
 */

/** A problem in a user's file or directory, or a fact worth knowing, as data. */
export interface SkillDiagnostic {
  /** Stable; branch on this and not on the message. */
  readonly code: SkillDiagnosticCode;
  /** Only an `error` of `validateSkill` makes a file invalid. */
  readonly severity: "error" | "warning" | "information";
  /** The file or directory concerned, in the form that the caller's paths have. */
  readonly path: string;
  /** First line is 1; `null` where the finding has no place inside a file. */
  readonly line: number | null;
  /** First column is 1, in UTF-16 units; `null` where there is no line. */
  readonly column: number | null;
  /** One line that says what is wrong and how to mend it; neutral for a terminal. */
  readonly message: string;
}

/**
 * What a {@link SkillDiagnostic} is about; each is documented in the README. Those up to
 * `text.invisible-characters` are found in the bytes of one `SKILL.md`, the others around it.
 */
export type SkillDiagnosticCode =
  | "name.invalid"
  | "name.missing"
  | "name.not-text"
  | "name.non-ascii"
  | "name.directory-mismatch"
  | "description.missing"
  | "description.too-long"
  | "description.not-text"
  | "description.cut-by-comment"
  | "frontmatter.missing"
  | "frontmatter.unclosed"
  | "frontmatter.not-a-mapping"
  | "frontmatter.invalid-yaml"
  | "frontmatter.duplicate-key"
  | "frontmatter.unquoted-scalar"
  | "frontmatter.too-large"
  | "frontmatter.too-deep"
  | "frontmatter.alias-or-anchor"
  | "frontmatter.tag"
  | "file.too-large"
  | "file.nul-byte"
  | "file.invalid-utf8"
  | "file.byte-order-mark"
  | "file.carriage-returns"
  | "compatibility.invalid"
  | "metadata.invalid"
  | "license.invalid"
  | "allowed-tools.invalid"
  | "allowed-tools.not-a-string"
  | "allowed-tools.commas"
  | "disable-model-invocation.invalid"
  | "field.unknown"
  | "body.too-long"
  | "link.missing"
  | "link.outside"
  | "text.invisible-characters"
  | "root.untrusted"
  | "root.unreadable"
  | "root.not-a-directory"
  | "root.missing"
  | "root.cycle"
  | "root.duplicate"
  | "root.link-outside"
  | "root.depth-reached"
  | "root.directories-reached"
  | "directory.unreadable"
  | "directory.cycle"
  | "directory.duplicate"
  | "directory.link-outside"
  | "directory.link-broken"
  | "directory.hidden-skills"
  | "file.unreadable"
  | "file.not-regular"
  | "file.wrong-case"
  | "file.link-outside"
  | "file.link"
  | "reference.orphan"
  | "name.collision"
  | "name.refused-duplicate"
  | "override.locked"
  | "config.unreadable"
  | "config.invalid"
  | "config.duplicate-key"
  | "config.link-outside"
  | "plugin.unreadable"
  | "plugin.invalid"
  | "plugin.path-outside";

/** Where a root comes from; also the order in which roots are searched. */
export type SkillScope = "project" | "config" | "user" | "admin" | "plugin" | "builtin";

/** Scalar fields of a skill's frontmatter, as read after repairs. */
export interface SkillMetadata {
  /** Null where the name is missing or null (the directory's name then stands in). */
  readonly name: string | null;
  /** Trimmed, its full length; null where missing or blank. */
  readonly description: string | null;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** Only the entries whose value is text. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Every form in use (string, comma list, YAML list) as one list. */
  readonly allowedTools: readonly string[];
  readonly disableModelInvocation: boolean;
}

/**
 * What the bytes of one `SKILL.md` hold, judged once for both readers of it.
 * `diagnostics` carry the severity that `validate` gives; `rejected` says whether discovery
 * refuses the skill. `repaired` lists the diagnostics that discovery loads in spite of
 * (an `error` among them is reported by discovery as a `warning`).
 */
export interface SkillInspection {
  readonly metadata: SkillMetadata;
  /** In order of line, column, code. */
  readonly diagnostics: readonly SkillDiagnostic[];
  /** True when discovery must not load the skill. */
  readonly rejected: boolean;
  /** UTF-16 offset of the body in the decoded text (mark dropped); null without frontmatter. */
  readonly bodyOffset: number | null;
  /** Size of the file in bytes. */
  readonly bytes: number;
}
