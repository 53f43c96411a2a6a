import type { SkillDiagnostic, SkillScope } from "./types.ts";
import type { CollisionPolicy, RootReport, SkillOverride, SkillStatus } from "./types-snapshot.ts";

/** One skill of `SkillListReport`. */
export interface SkillListEntry {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly scope: SkillScope;
  readonly root: string;
  readonly path: string;
  /** Shown form of the real file where a link led to it, else null. */
  readonly linkTarget: string | null;
  readonly status: SkillStatus;
  readonly override: SkillOverride | null;
  /** One line: why it is not enabled; null for an enabled one. */
  readonly reason: string | null;
  readonly shadowedBy: string | null;
  readonly sameAsWinner: "file" | "body" | "nothing" | null;
  /** Estimates: its part of the catalog as rendered (0 outside it), and the whole file. */
  readonly tokens: { readonly catalog: number; readonly file: number };
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** The value that `skills list --json` prints. */
export interface SkillListReport {
  readonly schemaVersion: 1;
  readonly policy: CollisionPolicy;
  readonly precedence: readonly SkillScope[];
  readonly roots: readonly RootReport[];
  readonly skills: readonly SkillListEntry[];
  readonly rejected: readonly {
    readonly path: string;
    readonly scope: SkillScope;
    readonly name: string | null;
    readonly diagnostics: readonly SkillDiagnostic[];
  }[];
  readonly catalog: {
    readonly characters: number;
    readonly budget: number;
    readonly fingerprint: string;
    readonly shortened: readonly string[];
    readonly nameOnly: readonly string[];
    readonly omitted: readonly string[];
  };
}

/** One file of `SkillValidationReport`. */
export interface ValidatedFile {
  readonly path: string;
  /** Null where it couldn't be read. */
  readonly name: string | null;
  /** No error among the diagnostics. */
  readonly valid: boolean;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** The value that `skills validate --json` prints. */
export interface SkillValidationReport {
  readonly schemaVersion: 1;
  /** Files with a verdict. */
  readonly checked: number;
  /** Diagnostics of severity `error`. */
  readonly errors: number;
  /** Diagnostics of severity `warning`. */
  readonly warnings: number;
  /** In code-unit order of paths. */
  readonly files: readonly ValidatedFile[];
}
