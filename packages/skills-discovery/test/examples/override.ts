import { setSkillOverride } from "@alisio/skills-discovery/overrides";

export async function switchOff(workspaceRoot: string, trusted: boolean, name: string) {
  const { file, changed, diagnostics } = await setSkillOverride({
    target: "project",
    workspaceRoot,
    trusted,
    name,
    value: "off",
  });
  return diagnostics[0]?.message ?? `${file} ${changed ? "written" : "was so already"}`;
}
