import type { Diagnostic } from "./types.ts";
import type { SkillOverride, SkillSnapshot } from "./types-snapshot.ts";

export interface EditSkillOverrideOptions {
  /** Text of the configuration file; undefined where there is none. */
  readonly text: string | undefined;
  /** Bare name. */
  readonly name: string;
  /** Null takes the override away. */
  readonly value: SkillOverride | null;
  /** For diagnostics; default `config.json`. */
  readonly path?: string;
}

export interface EditSkillOverrideResult {
  /** The text as it was where it can't or needn't be edited. */
  readonly text: string;
  readonly changed: boolean;
  /** Why the file can't be edited; empty otherwise. */
  readonly diagnostics: readonly Diagnostic[];
}

export type SetSkillOverrideOptions = {
  readonly name: string;
  readonly value: SkillOverride | null;
  /** To refuse unknown names and plugins' skills. */
  readonly snapshot?: SkillSnapshot;
} & (
  | {
      readonly target: "project";
      /** Absolute; the file is `.alisio/config.json` below it. */
      readonly workspaceRoot: string;
      /** Without trust nothing is read or written (code `project-untrusted`). */
      readonly trusted: boolean;
    }
  | {
      readonly target: "user";
      /** Absolute; the file is `config.json` in it. */
      readonly configHome: string;
    }
);

export interface SetSkillOverrideResult {
  /** Absolute path of the file. */
  readonly file: string;
  readonly changed: boolean;
  /** Why nothing was written; empty otherwise. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Edits one override in the text of a configuration file. */
export function editSkillOverride(options: EditSkillOverrideOptions): EditSkillOverrideResult {
  throw new Error(`not there yet: ${options.name}`);
}

/** Writes one override into a configuration file, atomically. */
export async function setSkillOverride(
  options: SetSkillOverrideOptions,
): Promise<SetSkillOverrideResult> {
  throw new Error(`not there yet: ${options.name}`);
}
