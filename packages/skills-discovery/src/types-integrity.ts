/** One file of a manifest. */
export interface IntegrityEntry {
  /** Inside the skill's directory, `/` between segments. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** The files of one skill as somebody vouched for them. */
export interface IntegrityManifest {
  readonly schemaVersion: 1;
  /** Bare name of the skill. */
  readonly skill: string;
  /** `SKILL.md` included, in code-unit order of paths. */
  readonly files: readonly IntegrityEntry[];
}

/** How a skill's files differ from a manifest; paths in code-unit order. */
export interface IntegrityReport {
  readonly intact: boolean;
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  /** There now and not in the manifest. */
  readonly added: readonly string[];
}
