import type { IntegrityManifest } from "./types-integrity.ts";
import type { SkillSnapshot } from "./types-snapshot.ts";

/** Who asks: the user may call what is hidden from the model. */
export type SkillCaller = "model" | "user";

/** A disclosure as hosts log it: never content, never an absolute path. */
export interface SkillEvent {
  readonly schemaVersion: 1;
  readonly event: "skill.body.loaded" | "skill.resource.loaded";
  /** Shown name. */
  readonly skill: string;
  /** Path inside the skill; null for a body. */
  readonly resource: string | null;
  /** Why, in the caller's words; null where none were given. */
  readonly reason: string | null;
  /** Bytes disclosed. */
  readonly bytes: number;
}

/** A supporting file of a skill. */
export interface SkillResource {
  /** Inside the skill's directory, `/` between segments. */
  readonly path: string;
  readonly bytes: number;
}

/** What every disclosure takes. */
export interface DisclosureOptions {
  readonly snapshot: SkillSnapshot;
  /** Bare or shown name, or the `path` of a skill in the snapshot; looked up, never joined. */
  readonly name: string;
  /** Default `user`. */
  readonly caller?: SkillCaller | undefined;
  /** Why, for the event. */
  readonly reason?: string | undefined;
  /** Told of each disclosure. */
  readonly onEvent?: ((event: SkillEvent) => void) | undefined;
  /** Refuse what differs from it. */
  readonly integrity?: IntegrityManifest | undefined;
}

export interface LoadSkillBodyOptions extends DisclosureOptions {
  /** Resources listed at most; default `DEFAULT_MAX_RESOURCES`. */
  readonly maxResources?: number | undefined;
}

/** Level 2 of a skill. */
export interface LoadedSkill {
  /** Shown name. */
  readonly name: string;
  /** `path` of the skill in the snapshot. */
  readonly path: string;
  /** Text after the frontmatter, line ends as they are. */
  readonly body: string;
  /** Bytes of `body`. */
  readonly bytes: number;
  /** True where the file differs from what discovery saw. */
  readonly changed: boolean;
  /** In code-unit order; `SKILL.md` itself is not among them. */
  readonly resources: readonly SkillResource[];
  /** True where there are more than listed. */
  readonly resourcesPartial: boolean;
}

export interface ReadSkillResourceOptions extends DisclosureOptions {
  /** Path inside the skill's directory, `/` between segments. */
  readonly path: string;
  /** First line wanted, from 1. */
  readonly startLine?: number | undefined;
  /** Lines wanted at most. */
  readonly maxLines?: number | undefined;
  /** Size of a file that is still read; default `DEFAULT_MAX_RESOURCE_BYTES`. */
  readonly maxBytes?: number | undefined;
}

/** Level 3: one supporting file, whole or in part. */
export interface LoadedResource {
  /** Shown name of the skill. */
  readonly skill: string;
  readonly path: string;
  readonly text: string;
  /** Bytes of `text`. */
  readonly bytes: number;
  /** First line of `text`, from 1. */
  readonly startLine: number;
  /** Last line of `text`; `startLine - 1` where it holds none. */
  readonly endLine: number;
  readonly totalLines: number;
}
