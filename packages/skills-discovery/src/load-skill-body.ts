import { SkillsDiscoveryError } from "./errors.ts";
import { MAX_SKILL_FILE_BYTES } from "./format-limits.ts";
import { takeOptions } from "./internal/arguments.ts";
import type { Disclosable } from "./internal/disclosure.ts";
import { checkIntegrity, emit, openDisclosure } from "./internal/disclosure.ts";
import { hashParts } from "./internal/hash-parts.ts";
import { listFiles } from "./internal/list-files.ts";
import { SKILL_FILE_NAME } from "./internal/listing.ts";
import { openContained } from "./internal/open-contained.ts";
import { LOAD_SKILL_BODY } from "./internal/option-names.ts";
import { wholeNumber } from "./internal/options.ts";
import { baseName, joinPath } from "./internal/paths.ts";
import { ReadBuffer } from "./internal/read-file.ts";
import { decode } from "./internal/read-skill-file.ts";
import { findFences, hasByteOrderMark } from "./internal/scan-fences.ts";
import { normaliseName } from "./internal/skill-name.ts";
import type { LoadedSkill, LoadSkillBodyOptions } from "./types-disclosure.ts";

/** Resources that a loaded skill lists: what a model can still make use of. */
export const DEFAULT_MAX_RESOURCES: number = 200;

/**
 * Level 2: reads a skill's body, now, and lists its supporting files. The name is looked up in the
 * snapshot, never joined into a path; a file changed since discovery is told by `changed`, and
 * refused where it no longer is the skill that was asked for.
 *
 * @example
 * ```ts
 * import { loadSkillBody } from "@alisio/skills-discovery";
 *
 * const { body, resources } = await loadSkillBody({ snapshot, name: "pdf", caller: "model" });
 * body; // "Do it.\n"
 * resources[0]?.path; // "references/forms.md"
 * ```
 *
 * @throws SkillsDiscoveryError `unknown_skill`, `ambiguous_skill`, `skill_disabled`,
 * `skill_shadowed`, `skill_hidden` (a model asked), `skill_rejected`, `skill_changed`,
 * `skill_unreadable`, `integrity_mismatch`, `unknown_snapshot`, `invalid_argument`,
 * `invalid_option`.
 */
export async function loadSkillBody(given: LoadSkillBodyOptions): Promise<LoadedSkill> {
  const options = takeOptions(given, LOAD_SKILL_BODY);
  const maxResources = wholeNumber("maxResources", options.maxResources, 0, DEFAULT_MAX_RESOURCES);
  const disclosable = openDisclosure(options);
  const { skill, candidate, fileSystem } = disclosable;
  const bytes = readSkillBytes(disclosable);
  checkIntegrity(options.integrity, disclosable, SKILL_FILE_NAME, bytes);
  const parts = hashParts(bytes, fileSystem);
  const changed = `${parts.frontmatterHash}${parts.bodyHash}` !== skill.hash;
  if (changed) await checkChanged(disclosable, bytes);
  const fences = findFences(bytes, hasByteOrderMark(bytes) ? 3 : 0);
  const content = bytes.subarray(fences.kind === "closed" ? fences.bodyStart : bytes.length);
  // One more than listed, since SKILL.md itself is none of them.
  const { files, partial } = listFiles(fileSystem, candidate.realDirectory, maxResources + 1);
  const resources = files.filter(({ path }) => path !== SKILL_FILE_NAME);
  emit(options, {
    event: "skill.body.loaded",
    skill: skill.displayName,
    resource: null,
    bytes: content.length,
  });
  return Object.freeze({
    name: skill.displayName,
    path: skill.path,
    body: decode(content),
    bytes: content.length,
    changed,
    resources: Object.freeze(resources.slice(0, maxResources)),
    resourcesPartial: partial || resources.length > maxResources,
  });
}

function readSkillBytes({ skill, candidate, fileSystem }: Disclosable): Uint8Array {
  const file = joinPath(candidate.realDirectory, SKILL_FILE_NAME);
  const result = openContained(fileSystem, file, candidate.container);
  if ("refusal" in result) {
    throw unreadable(skill.displayName, REFUSALS[result.refusal]);
  }
  try {
    const bytes = new ReadBuffer().read(result.opened, result.stat, MAX_SKILL_FILE_BYTES);
    if (bytes !== undefined) return bytes;
  } catch {
    throw unreadable(skill.displayName, "can't be read");
  } finally {
    result.opened.close();
  }
  throw unreadable(skill.displayName, `has more than ${MAX_SKILL_FILE_BYTES} bytes by now`);
}

const REFUSALS = {
  missing: "is no longer there",
  outside: "is a link out of the workspace root",
  "not-regular": "is no longer a regular file",
  loop: "is a link to itself",
  unreadable: "can't be read",
} as const;

function unreadable(name: string, fault: string): SkillsDiscoveryError {
  const message = `The SKILL.md of ${name} ${fault}; mend it and refresh the snapshot.`;
  return new SkillsDiscoveryError("skill_unreadable", message);
}

/** Holds a changed file against what the snapshot says of it. */
async function checkChanged(disclosable: Disclosable, bytes: Uint8Array): Promise<void> {
  const { skill, candidate, caller } = disclosable;
  const directoryName = baseName(candidate.directory);
  const request = { bytes, path: skill.path, directoryName, scope: "frontmatter" } as const;
  const { inspectSkill } = await import("./inspect-skill.ts");
  const { metadata, rejected, diagnostics } = await inspectSkill(request);
  if (rejected) {
    const why = diagnostics.find(({ severity }) => severity === "error")?.message ?? "";
    const message = `The SKILL.md of ${skill.displayName} changed since discovery and can't be loaded any more. ${why}`;
    throw new SkillsDiscoveryError("skill_rejected", message.trim());
  }
  if ((metadata.name ?? normaliseName(directoryName)) !== skill.name) {
    const message = `The SKILL.md of ${skill.displayName} changed its name since discovery; refresh the snapshot.`;
    throw new SkillsDiscoveryError("skill_changed", message);
  }
  if (metadata.disableModelInvocation && caller === "model") {
    const message = `The skill ${skill.displayName} is left to the user's own call by now.`;
    throw new SkillsDiscoveryError("skill_hidden", message);
  }
}
