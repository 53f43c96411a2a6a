import { SkillsDiscoveryError } from "../errors.ts";
import type { SkillCaller } from "../types-disclosure.ts";
import type { Skill, SkillSnapshot } from "../types-snapshot.ts";
import { proposeNames } from "./propose-names.ts";
import { normaliseName } from "./skill-name.ts";
import { quoteForMessage } from "./text.ts";

/**
 * The skill that answers to a name and may be disclosed to the caller. The name is looked up
 * among bare names, shown names and shown paths, as it is written and else as names are compared;
 * it never becomes part of a path.
 */
export function findDisclosable(snapshot: SkillSnapshot, name: string, caller: SkillCaller): Skill {
  const answering = findAnswering(snapshot.skills, name);
  const callable = answering.filter((skill) => isCallable(skill, caller));
  const [skill] = callable;
  if (skill === undefined) return refuse(snapshot, name, answering, caller);
  if (callable.length > 1) return refuseAmbiguous(name, callable);
  return skill;
}

function findAnswering(skills: readonly Skill[], name: string): readonly Skill[] {
  const exact = skills.filter(
    (skill) => skill.displayName === name || skill.name === name || skill.path === name,
  );
  if (exact.length > 0) return exact;
  const normal = normaliseName(name);
  // A plugin's id needn't be in the normal form of names.
  return skills.filter(
    (skill) => skill.name === normal || normaliseName(skill.displayName) === normal,
  );
}

/** Whether somebody may load a skill: the user also what is hidden from the model. */
export function isCallable({ status }: Skill, caller: SkillCaller): boolean {
  return status === "enabled" || (status === "hidden" && caller === "user");
}

function refuse(
  snapshot: SkillSnapshot,
  name: string,
  answering: readonly Skill[],
  caller: SkillCaller,
): never {
  const quoted = quoteForMessage(name);
  const statuses = new Set(answering.map(({ status }) => status));
  if (statuses.has("disabled")) {
    const message = `The skill ${quoted} is switched off by its override.`;
    throw new SkillsDiscoveryError("skill_disabled", message);
  }
  if (statuses.has("hidden")) {
    const message = `The skill ${quoted} is left to the user's own call.`;
    throw new SkillsDiscoveryError("skill_hidden", message);
  }
  if (statuses.has("shadowed")) {
    const message = `The skill ${quoted} is not in force: another of its name comes first.`;
    throw new SkillsDiscoveryError("skill_shadowed", message);
  }
  const normal = normaliseName(name);
  const rejected = snapshot.rejected.find(
    (entry) => entry.name === normal || entry.name === name || entry.path === name,
  );
  if (rejected !== undefined) {
    const why = rejected.diagnostics.find(({ severity }) => severity === "error");
    const message = `The skill ${quoted} was refused by discovery. ${why?.message ?? ""}`.trim();
    throw new SkillsDiscoveryError("skill_rejected", message);
  }
  const names = proposeNames(
    normal,
    snapshot.skills
      .filter((skill) => isCallable(skill, caller))
      .map(({ displayName }) => displayName),
  );
  const known = names.length === 0 ? "No skill is available." : `There are: ${names.join(", ")}.`;
  throw new SkillsDiscoveryError("unknown_skill", `There is no skill ${quoted}. ${known}`);
}

function refuseAmbiguous(name: string, callable: readonly Skill[]): never {
  const shownNames = new Set(callable.map(({ displayName }) => displayName));
  const choices = callable.map(({ displayName, path }) =>
    shownNames.size === callable.length ? displayName : path,
  );
  const message = `${callable.length} skills answer to ${quoteForMessage(name)}; name one of ${choices.join(", ")}.`;
  throw new SkillsDiscoveryError("ambiguous_skill", message);
}
