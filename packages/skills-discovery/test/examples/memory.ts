import {
  discoverSkills,
  planSkillRoots,
  type SkillFileSystem,
  type SkillSnapshot,
} from "@alisio/skills-discovery";

export function discoverIn(fileSystem: SkillFileSystem): Promise<SkillSnapshot> {
  const roots = planSkillRoots({
    cwd: "/workspace",
    workspaceRoot: "/workspace",
    trustProject: true,
    homeDirectory: null,
    configHome: null,
    builtinRoots: ["/skills"],
  });
  return discoverSkills({ fileSystem, roots, policy: "reject-duplicates" });
}
