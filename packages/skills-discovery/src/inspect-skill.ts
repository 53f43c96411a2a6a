import { SkillsDiscoveryError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { inspectFile } from "./internal/inspect.ts";
import { INSPECT_SKILL } from "./internal/option-names.ts";
import type { SkillInspection } from "./types.ts";

/** A `SKILL.md` to inspect. */
export interface InspectSkillOptions {
  /** The file's bytes. They are looked at before the function returns, and not kept. */
  readonly bytes: Uint8Array;
  /** How diagnostics name the file. */
  readonly path: string;
  /** Name of the directory that the file lies in. */
  readonly directoryName: string;
  /**
   * `"frontmatter"` leaves the body alone, down to not decoding it: what discovery asks for.
   * Default `"file"`.
   */
  readonly scope?: "frontmatter" | "file" | undefined;
}

/**
 * Judges the bytes of one `SKILL.md` for both of its readers: what `validate` says, and whether
 * discovery loads the skill. Never throws for what the bytes hold.
 *
 * @returns The inspection at once, or a promise where the YAML parser has to be loaded first
 * (only frontmatter beyond plain `key: scalar` lines needs it).
 * @throws {@link SkillsDiscoveryError} `invalid_argument`; `invalid_option` for options of a wrong
 * type.
 *
 * @example
 * ```ts
 * const bytes = new TextEncoder().encode("---\nname: demo\ndescription: Shows how.\n---\nBody\n");
 * const inspection = await inspectSkill({ bytes, path: "demo/SKILL.md", directoryName: "demo" });
 * inspection.metadata.description; // "Shows how."
 * inspection.rejected; // false
 * ```
 */
export function inspectSkill(
  given: InspectSkillOptions,
): SkillInspection | Promise<SkillInspection> {
  const options = takeOptions(given, INSPECT_SKILL);
  const { bytes, path, directoryName, scope = "file" } = options;
  if (!(bytes instanceof Uint8Array)) {
    throw new SkillsDiscoveryError("invalid_option", "`bytes` has to be a Uint8Array.");
  }
  if (typeof path !== "string" || typeof directoryName !== "string") {
    throw new SkillsDiscoveryError(
      "invalid_option",
      "`path` and `directoryName` have to be strings.",
    );
  }
  if (scope !== "frontmatter" && scope !== "file") {
    throw new SkillsDiscoveryError("invalid_option", '`scope` has to be "frontmatter" or "file".');
  }
  const inspected = inspectFile({ bytes, path, directoryName, isWhole: scope === "file" });
  if (inspected instanceof Promise) return inspected.then(({ inspection }) => inspection);
  return inspected.inspection;
}
