import { SkillsDiscoveryError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { openDisclosure } from "./internal/disclosure.ts";
import { hashFiles } from "./internal/hash-files.ts";
import { BUILD_INTEGRITY_MANIFEST } from "./internal/option-names.ts";
import type { IntegrityManifest } from "./types-integrity.ts";
import type { SkillSnapshot } from "./types-snapshot.ts";

/** Which skill to vouch for. */
export interface BuildIntegrityManifestOptions {
  readonly snapshot: SkillSnapshot;
  readonly name: string;
}

/**
 * Hashes all files of a skill, so that a later change is found before anything is loaded: pass
 * the manifest to `loadSkillBody` and `readSkillResource`, or compare all with `verifyIntegrity`.
 *
 * @example
 * ```ts
 * import { buildIntegrityManifest } from "@alisio/skills-discovery";
 *
 * const { files } = await buildIntegrityManifest({ snapshot, name: "pdf" });
 * files.map(({ path }) => path); // ["SKILL.md", "references/forms.md"]
 * ```
 *
 * @throws SkillsDiscoveryError the codes of `loadSkillBody`; `skill_unreadable` where a file
 * can't be hashed, or there are more than 10 000 files.
 */
export async function buildIntegrityManifest(
  given: BuildIntegrityManifestOptions,
): Promise<IntegrityManifest> {
  const options = takeOptions(given, BUILD_INTEGRITY_MANIFEST);
  const disclosable = openDisclosure(options);
  const { files, unreadable, partial } = hashFiles(disclosable);
  if (partial || unreadable.length > 0) {
    const fault = partial
      ? "has too many files"
      : `has files that can't be read (${unreadable[0]})`;
    const message = `The skill ${disclosable.skill.displayName} ${fault}, so nothing can vouch for it.`;
    throw new SkillsDiscoveryError("skill_unreadable", message);
  }
  return Object.freeze({ schemaVersion: 1, skill: disclosable.skill.name, files });
}
