import type { SkillSession } from "@alisio/skills-discovery";

/** The same session of skills, each load told of. */
export function skillsWithEvents(
  session: SkillSession,
  onLoad: (skill: { readonly name: string; readonly bytes: number }) => void,
): SkillSession {
  return {
    get snapshot() {
      return session.snapshot;
    },
    catalog: (options) => session.catalog(options),
    load: async (name, options) => {
      const skill = await session.load(name, options);
      onLoad({ name: skill.name, bytes: skill.bytes });
      return skill;
    },
    resource: (name, path, options) => session.resource(name, path, options),
    refresh: (options) => session.refresh(options),
    active: () => session.active(),
    release: (name) => session.release(name),
    counters: () => session.counters(),
  };
}
