import { setSkillOverride } from "@alisio/skills-discovery/overrides";

export async function switchOff(workspaceRoot: string, trustProject: boolean, name: string) {
  const { path, changed, diagnostics } = await setSkillOverride({
    target: "project",
    workspaceRoot,
    trustProject,
    name,
    value: "off",
  });
  return diagnostics[0]?.message ?? `${path} ${changed ? "written" : "was so already"}`;
}
