import { createSkillTools, type SkillTool } from "@alisio/skills-discovery";
import { createSkillSession, discoverSkills } from "@alisio/skills-discovery/node";
import { searchSkills } from "@alisio/skills-discovery/search";

interface Agent {
  systemPrompt: string;
  tools: readonly SkillTool[];
  log(line: string): void;
}

export async function giveSkills(agent: Agent, cwd: string, trusted: boolean) {
  const snapshot = await discoverSkills({ cwd, trustProject: trusted });
  const session = createSkillSession({
    snapshot,
    onEvent: ({ event, skill, resource, bytes }) =>
      agent.log(`${event} ${skill} ${resource ?? ""} ${bytes}`),
  });
  agent.systemPrompt += session.catalog({ pinned: ["house-style"] }).text;
  agent.tools = createSkillTools({ session, search: searchSkills });
  return {
    /** What has to be sent again after a compaction. */
    activeBodies: () => session.active().map(({ body }) => body),
    /** Before a turn: the files may have changed. */
    refresh: async () => {
      const { added, removed, changed } = await session.refresh();
      return [...added, ...removed, ...changed];
    },
  };
}
