import type { RejectedSkill, Skill, SkillRefresh, SkillSnapshot } from "../types-snapshot.ts";
import { compareCodeUnits } from "./text.ts";

/** What differs between two snapshots, as shown paths of the candidates. */
export function compareSnapshots(
  before: SkillSnapshot,
  now: SkillSnapshot,
): Omit<SkillRefresh, "snapshot"> {
  const earlier = byPlace(before);
  const later = byPlace(now);
  const added = [...later].filter(([place]) => !earlier.has(place));
  const removed = [...earlier].filter(([place]) => !later.has(place));
  const changed = [...later].filter(([place, entry]) => {
    const known = earlier.get(place);
    return known !== undefined && JSON.stringify(known) !== JSON.stringify(entry);
  });
  return { added: paths(added), removed: paths(removed), changed: paths(changed) };
}

type Entry = Skill | RejectedSkill;

/** A root gives a file once; what one root refuses, another may take. */
function byPlace({ skills, rejected }: SkillSnapshot): Map<string, Entry> {
  return new Map(
    [...skills, ...rejected].map((entry) => [`${entry.scope}:${entry.root}:${entry.file}`, entry]),
  );
}

function paths(entries: readonly (readonly [string, Entry])[]): readonly string[] {
  return Object.freeze(entries.map(([, { path }]) => path).sort(compareCodeUnits));
}
