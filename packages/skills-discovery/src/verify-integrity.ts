import { takeOptions } from "./internal/arguments.ts";
import { openDisclosure } from "./internal/disclosure.ts";
import { hashFiles } from "./internal/hash-files.ts";
import { VERIFY_INTEGRITY } from "./internal/option-names.ts";
import { invalid } from "./internal/options.ts";
import { compareCodeUnits, quoteForMessage } from "./internal/text.ts";
import type { IntegrityManifest, IntegrityReport } from "./types-integrity.ts";
import type { SkillSnapshot } from "./types-snapshot.ts";

/** What to compare. */
export interface VerifyIntegrityOptions {
  readonly snapshot: SkillSnapshot;
  readonly name: string;
  readonly manifest: IntegrityManifest;
}

/**
 * Compares a skill's files with a manifest of them.
 *
 * @example
 * ```ts
 * import { verifyIntegrity } from "@alisio/skills-discovery";
 *
 * const { intact } = await verifyIntegrity({ snapshot, name: "pdf", manifest });
 * intact; // true
 * ```
 *
 * @throws SkillsDiscoveryError the codes of `loadSkillBody`; `invalid_argument`; `invalid_option`
 * for the manifest of another skill.
 */
export async function verifyIntegrity(given: VerifyIntegrityOptions): Promise<IntegrityReport> {
  const options = takeOptions(given, VERIFY_INTEGRITY);
  const { manifest } = options;
  const disclosable = openDisclosure(options);
  if (manifest.skill !== disclosable.skill.name) {
    invalid(
      `The manifest is of the skill ${quoteForMessage(manifest.skill)}, not of ${disclosable.skill.name}.`,
    );
  }
  const { files, unreadable, partial } = hashFiles(disclosable);
  const now = new Map(files.map((file) => [file.path, file]));
  const vouched = new Map(manifest.files.map((file) => [file.path, file]));
  const changed = unreadable.filter((path) => vouched.has(path));
  const missing: string[] = [];
  for (const { path, sha256 } of manifest.files) {
    const file = now.get(path);
    if (file !== undefined && file.sha256 !== sha256) changed.push(path);
    if (file === undefined && !unreadable.includes(path)) missing.push(path);
  }
  const added = [...now.keys(), ...unreadable].filter((path) => !vouched.has(path));
  return Object.freeze({
    intact: !partial && changed.length + missing.length + added.length === 0,
    changed: Object.freeze(changed.sort(compareCodeUnits)),
    missing: Object.freeze(missing.sort(compareCodeUnits)),
    added: Object.freeze(added.sort(compareCodeUnits)),
  });
}
