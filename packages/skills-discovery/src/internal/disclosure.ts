import { SkillsDiscoveryError } from "../errors.ts";
import type { SkillFileSystem } from "../file-system.ts";
import type { DisclosureOptions, SkillCaller, SkillEvent } from "../types-disclosure.ts";
import type { IntegrityManifest } from "../types-integrity.ts";
import type { Skill } from "../types-snapshot.ts";
import type { Candidate } from "./candidate.ts";
import { findDisclosable } from "./find-skill.ts";
import { invalid, oneOf, text } from "./options.ts";
import { isInside } from "./paths.ts";
import { withoutPaths } from "./reason.ts";
import { sha256 } from "./sha256.ts";
import { candidateOf, scanStateOf } from "./snapshot-state.ts";
import { quoteForMessage } from "./text.ts";

/** A skill that may be disclosed, and where its files are. */
export interface Disclosable {
  readonly skill: Skill;
  readonly candidate: Candidate;
  readonly fileSystem: SkillFileSystem;
  readonly caller: SkillCaller;
}

/** Looks a skill up and makes sure that its directory is still the one that was discovered. */
export function openDisclosure(options: DisclosureOptions): Disclosable {
  const state = scanStateOf(options.snapshot);
  const caller = oneOf("caller", options.caller, ["model", "user"], "user");
  const skill = findDisclosable(options.snapshot, text("name", options.name), caller);
  const candidate = candidateOf(state, skill);
  if (candidate === undefined) return invalid("The skill is not of this snapshot.");
  const { fileSystem } = state.search;
  if (!isInPlace(fileSystem, candidate)) {
    const message = `The directory of the skill ${quoteForMessage(skill.displayName)} moved or vanished since discovery; refresh the snapshot.`;
    throw new SkillsDiscoveryError("skill_changed", message);
  }
  return { skill, candidate, fileSystem, caller };
}

function isInPlace(fileSystem: SkillFileSystem, candidate: Candidate): boolean {
  const { directory, realDirectory, container } = candidate;
  if (container !== null && !isInside(realDirectory, container)) return false;
  try {
    return fileSystem.realPath(directory) === realDirectory;
  } catch {
    return false;
  }
}

/** Refuses bytes that a manifest doesn't vouch for. */
export function checkIntegrity(
  manifest: IntegrityManifest | undefined,
  disclosable: Disclosable,
  path: string,
  bytes: Uint8Array,
): void {
  if (manifest === undefined) return;
  const { skill, fileSystem } = disclosable;
  const entry = manifest.files.find((file) => file.path === path);
  const hash = (fileSystem.hash ?? sha256)(bytes);
  if (manifest.skill === skill.name && entry?.sha256 === hash) return;
  const fault = entry === undefined ? "is not in" : "differs from";
  const message =
    manifest.skill === skill.name
      ? `${quoteForMessage(path)} of the skill ${skill.displayName} ${fault} the manifest; it was not loaded.`
      : `The manifest is of the skill ${quoteForMessage(manifest.skill)}, not of ${skill.displayName}.`;
  throw new SkillsDiscoveryError("integrity_mismatch", message);
}

export function emit(
  options: DisclosureOptions,
  event: Omit<SkillEvent, "schemaVersion" | "reason">,
): void {
  const { roots, homeDirectory } = scanStateOf(options.snapshot).search;
  const places = [homeDirectory ?? "", ...roots.map(({ path, container }) => container ?? path)];
  const reason = options.reason === undefined ? null : withoutPaths(options.reason, places);
  const { event: name, skill, resource, bytes } = event;
  options.onEvent?.(
    Object.freeze({ schemaVersion: 1, event: name, skill, resource, reason, bytes }),
  );
}
