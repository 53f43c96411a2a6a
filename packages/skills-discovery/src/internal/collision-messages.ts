import type { CollisionOutcome } from "../resolve-collisions.ts";
import type { SkillDiagnostic } from "../types.ts";
import type { Contender } from "./candidate.ts";
import { finding } from "./candidate.ts";

/** Names of rivals that a message lists; the report has them all. */
const RIVALS_NAMED = 3;

/** What a skill that stays in the report has to say about others of its name. */
export function collisionFindings(
  outcome: CollisionOutcome<Contender>,
): readonly SkillDiagnostic[] {
  const { candidate, group, first, isAmbiguous } = outcome;
  if (group.length === 1) return [];
  const { name, path } = candidate;
  if (isAmbiguous) {
    const decision =
      outcome.outcome === "shadowed" || candidate !== first
        ? `${first.path} comes first`
        : "this one comes first by the order of paths";
    const message = `The name ${name} is given more than once in this root (also ${rivals(outcome)}); ${decision}. Rename one of them.`;
    return [finding("name.collision", "warning", path, message)];
  }
  if (candidate === first) return [];
  const same = candidate.reading.bodyHash === first.reading.bodyHash ? "the same" : "another";
  const message = `The name ${name} is taken by ${first.path}, which comes first and has ${same} body.`;
  return [finding("name.collision", "information", path, message)];
}

export function refusedDuplicate(outcome: CollisionOutcome<Contender>): SkillDiagnostic {
  const message = `Refused: the name ${outcome.candidate.name} is given more than once (also ${rivals(outcome)}). Keep one of them, or rename the others.`;
  return finding("name.refused-duplicate", "error", outcome.candidate.path, message);
}

export function lockedOverride(path: string, plugin: string | null): SkillDiagnostic {
  const message = `The override for this name has no effect on this skill, which belongs to the plugin ${plugin ?? ""}. Take the plugin out of the configuration, or the override.`;
  return finding("override.locked", "warning", path, message);
}

function rivals({ candidate, group }: CollisionOutcome<Contender>): string {
  const named: string[] = [];
  for (const other of group) {
    if (other === candidate) continue;
    if (named.length === RIVALS_NAMED) {
      named.push(`${group.length - 1 - RIVALS_NAMED} more`);
      break;
    }
    named.push(other.path);
  }
  return named.join(", ");
}
