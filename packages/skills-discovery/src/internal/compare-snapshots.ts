import type { RejectedSkill, Skill, SkillRefresh, SkillSnapshot } from "../types-snapshot.ts";
import { compareCodeUnits } from "./text.ts";

/** What differs between two snapshots, as shown paths of the candidates. */
export function compareSnapshots(
  before: SkillSnapshot,
  now: SkillSnapshot,
): Omit<SkillRefresh, "snapshot"> {
  const earlier = byFile(before);
  const later = byFile(now);
  const added = [...later].filter(([file]) => !earlier.has(file));
  const removed = [...earlier].filter(([file]) => !later.has(file));
  const changed = [...later].filter(([file, entry]) => {
    const known = earlier.get(file);
    return known !== undefined && JSON.stringify(known) !== JSON.stringify(entry);
  });
  return { added: paths(added), removed: paths(removed), changed: paths(changed) };
}

type Entry = Skill | RejectedSkill;

/** A file is in a snapshot once: its directory is taken once, by one root. */
function byFile({ skills, rejected }: SkillSnapshot): Map<string, Entry> {
  return new Map([...skills, ...rejected].map((entry) => [entry.file, entry]));
}

function paths(entries: readonly (readonly [string, Entry])[]): readonly string[] {
  return Object.freeze(entries.map(([, { path }]) => path).sort(compareCodeUnits));
}
