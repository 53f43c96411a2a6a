import { buildCatalog, discoverSkills, loadSkillBody } from "@alisio/skills-discovery/node";

export async function loadForTask(cwd: string): Promise<string> {
  const snapshot = await discoverSkills({ cwd, trustProject: true });
  const { text } = buildCatalog({ snapshot, contextWindowTokens: 200_000 });
  const { body } = await loadSkillBody({ snapshot, name: "pdf-forms" });
  return `${text}\n\n${body}`;
}
