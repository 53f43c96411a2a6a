import type { SkillDiagnostic } from "./types.ts";
import type { SkillOverride, SkillSnapshot } from "./types-snapshot.ts";

/** What `editSkillOverride` works on. */
export interface EditSkillOverrideOptions {
  /** Text of the configuration file; undefined where there is none. */
  readonly text: string | undefined;
  /** Bare name. */
  readonly name: string;
  /** Null takes the override away. */
  readonly value: SkillOverride | null;
  /** For diagnostics; default `config.json`. */
  readonly path?: string | undefined;
}

/** The text after the edit. */
export interface EditSkillOverrideResult {
  /** The text as it was where it can't or needn't be edited. */
  readonly text: string;
  readonly changed: boolean;
  /** Why the file can't be edited; empty otherwise. */
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** Which file to write to. */
export type SkillOverrideTarget =
  | {
      readonly target: "project";
      /** Absolute; the file is `.alisio/config.json` below it. */
      readonly workspaceRoot: string;
      /** Without trust nothing is read or written (code `project_untrusted`). */
      readonly trustProject: boolean;
    }
  | {
      readonly target: "user";
      /** Absolute; the file is `config.json` in it. */
      readonly configHome: string;
    };

/** What `setSkillOverride` works on. */
export type SetSkillOverrideOptions = SkillOverrideTarget & {
  /** Bare name. */
  readonly name: string;
  /** Null takes the override away. */
  readonly value: SkillOverride | null;
  /** To refuse names that no skill has, and plugins' skills. */
  readonly snapshot?: SkillSnapshot | undefined;
};

/** What was written. */
export interface SetSkillOverrideResult {
  /** Absolute path of the file, as configured; it may be a link to the one that was written. */
  readonly path: string;
  readonly changed: boolean;
  /** Why nothing was written; empty otherwise. */
  readonly diagnostics: readonly SkillDiagnostic[];
}
