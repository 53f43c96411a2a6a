import type { BuildCatalogOptions, SkillCatalog } from "./types-catalog.ts";
import type {
  LoadedResource,
  LoadedSkill,
  LoadSkillBodyOptions,
  ReadSkillResourceOptions,
  SkillEvent,
} from "./types-disclosure.ts";
import type { SkillOverrides, SkillRefresh, SkillSnapshot } from "./types-snapshot.ts";

/** Bytes of UTF-8 that were disclosed, level by level. */
export interface SkillCounters {
  /** Catalogs; one that is the same as the last isn't counted again. */
  readonly catalogBytes: number;
  readonly bodyBytes: number;
  readonly resourceBytes: number;
}

/** A skill that was loaded, for sending it again after a compaction. */
export interface ActiveSkill {
  /** Shown name. */
  readonly name: string;
  readonly path: string;
  /** As it was loaded. */
  readonly body: string;
  readonly bytes: number;
}

/** What one agent session has seen of the skills. */
export interface SkillSession {
  /** The snapshot in force. */
  readonly snapshot: SkillSnapshot;
  /** Level 1. */
  catalog(options?: Omit<BuildCatalogOptions, "snapshot">): SkillCatalog;
  /** Level 2; the skill is active from now on. */
  load(
    name: string,
    options?: Omit<LoadSkillBodyOptions, "snapshot" | "name" | "onEvent">,
  ): Promise<LoadedSkill>;
  /** Level 3. */
  resource(
    name: string,
    path: string,
    options?: Omit<ReadSkillResourceOptions, "snapshot" | "name" | "path" | "onEvent">,
  ): Promise<LoadedResource>;
  /** Brings the snapshot up to date; active skills stay as they were loaded. */
  refresh(options?: { readonly overrides?: SkillOverrides | undefined }): Promise<SkillRefresh>;
  /** Loaded skills, first loaded first. */
  active(): readonly ActiveSkill[];
  /** Forgets an active skill by its shown name; false where there is none. */
  release(name: string): boolean;
  /** Bytes disclosed so far, by level. */
  counters(): SkillCounters;
}

/** What `createSkillSession` works on. */
export interface CreateSkillSessionOptions {
  readonly snapshot: SkillSnapshot;
  /** Called after each disclosure; what it throws, the disclosing call throws. */
  readonly onEvent?: ((event: SkillEvent) => void) | undefined;
}
