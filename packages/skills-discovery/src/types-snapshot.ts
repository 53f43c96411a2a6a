import type { SkillDiagnostic, SkillMetadata, SkillScope } from "./types.ts";

/**
 * What becomes of several skills of one name: `first-wins` keeps the first in precedence,
 * `reject-duplicates` refuses them all, `qualify` shows each name with its source,
 * `keep-all` hides nothing.
 */
export type CollisionPolicy = "first-wins" | "reject-duplicates" | "qualify" | "keep-all";

/** What a user decides about a name: `manual` leaves it to the user's own call. */
export type SkillOverride = "on" | "off" | "name-only" | "manual";

/** Decisions by name, as in the configuration key `skillOverrides`. */
export type SkillOverrides = Readonly<Record<string, SkillOverride>>;

/** `hidden`: the user can call it, the model neither sees nor loads it. */
export type SkillStatus = "enabled" | "disabled" | "shadowed" | "hidden";

/** Why a root was not searched. */
export type RootSkipReason =
  | "untrusted"
  | "missing"
  | "not-a-directory"
  | "unreadable"
  | "link-outside"
  | "cycle"
  | "duplicate";

/** A directory to search, with the policy that holds in it. Made by `planSkillRoots`. */
export interface SkillRoot {
  readonly scope: SkillScope;
  /** Absolute, `/` between segments. */
  readonly path: string;
  /** How reports show it; a skill's shown path begins with it. */
  readonly displayPath: string;
  /** The plugin that registered it, else null. */
  readonly plugin: string | null;
  /** Links are followed only to targets inside this directory; null follows them anywhere. */
  readonly container: string | null;
  /** False for a project that isn't trusted: the root is reported and never touched. */
  readonly trusted: boolean;
  /** True where somebody named the root, so that its absence is worth a diagnostic. */
  readonly required: boolean;
}

/** What became of one root. */
export interface RootReport {
  readonly scope: SkillScope;
  /** Shown form: relative to the workspace root, `~/…` or absolute. */
  readonly path: string;
  readonly plugin: string | null;
  /** Shown form of the real directory where the root is or lies behind a link, else null. */
  readonly linkTarget: string | null;
  readonly searched: boolean;
  /** Null for a root that was searched. */
  readonly reason: RootSkipReason | null;
  /** True where a bound or an unreadable directory kept part of it unseen. */
  readonly partial: boolean;
  /** Findings about the root and the directories below it. */
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** A skill that discovery loaded, whatever became of it afterwards. */
export interface Skill {
  /** The bare name. */
  readonly name: string;
  /** `plugin:name` for a plugin's skill, `scope:name` under the policy `qualify`, else the name. */
  readonly displayName: string;
  /** Trimmed, full length, as its author wrote it. */
  readonly description: string;
  readonly scope: SkillScope;
  readonly plugin: string | null;
  /** Shown form of the root it was found in. */
  readonly root: string;
  /** Shown form of its `SKILL.md`. */
  readonly path: string;
  /** Shown form of the real `SKILL.md` where a link led to it, else null. */
  readonly linkTarget: string | null;
  /** Absolute path of its directory, for the host alone. */
  readonly directory: string;
  /** Absolute path of its `SKILL.md`, for the host alone. */
  readonly file: string;
  readonly status: SkillStatus;
  /** The override that the user set for its name, in force or not. */
  readonly override: SkillOverride | null;
  /** One line: why it is not enabled; null for an enabled one. */
  readonly reason: string | null;
  /** `path` of the winner, for a shadowed skill. */
  readonly shadowedBy: string | null;
  /** For a shadowed skill: what its `SKILL.md` has in common with the winner's, byte for byte. */
  readonly sameAsWinner: "file" | "body" | "nothing" | null;
  readonly metadata: SkillMetadata;
  readonly diagnostics: readonly SkillDiagnostic[];
  /** Size of `SKILL.md`. */
  readonly bytes: number;
  /** SHA-256 over the hashes of its frontmatter and its body. */
  readonly hash: string;
}

/** A candidate that discovery refused; the diagnostics say why. */
export interface RejectedSkill {
  /** Shown form of the file. */
  readonly path: string;
  /** Absolute path of the file, for the host alone. */
  readonly file: string;
  readonly scope: SkillScope;
  readonly root: string;
  /** Its name where it could be read, else null. */
  readonly name: string | null;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** The result of a discovery: frozen all through, in a fixed order. */
export interface SkillSnapshot {
  readonly policy: CollisionPolicy;
  /** Scopes, first in precedence first. */
  readonly precedence: readonly SkillScope[];
  readonly roots: readonly RootReport[];
  /** In order of precedence, then path. */
  readonly skills: readonly Skill[];
  readonly rejected: readonly RejectedSkill[];
  /** Names of overrides that no skill answers to, in code-unit order. */
  readonly unmatchedOverrides: readonly string[];
}

/** What `refreshSkills` found; paths are the shown ones, in code-unit order. */
export interface SkillRefresh {
  readonly snapshot: SkillSnapshot;
  /** `path` of candidates (loaded or refused) that weren't there before. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Same path, other content or another verdict. */
  readonly changed: readonly string[];
}

/** Bounds and rules of a discovery that hold wherever the files are. */
export interface DiscoveryRules {
  /** Default `first-wins`. */
  readonly policy?: CollisionPolicy | undefined;
  /** Two skills of one name in one root: the first path wins with a warning, or both are refused. */
  readonly equalPrecedence?: "first-wins" | "refuse" | undefined;
  readonly overrides?: SkillOverrides | undefined;
  /** Levels below a root; default `DEFAULT_MAX_DEPTH`. */
  readonly maxDepth?: number | undefined;
  /** Directories looked at in one root, itself included; default `DEFAULT_MAX_DIRECTORIES`. */
  readonly maxDirectories?: number | undefined;
}
