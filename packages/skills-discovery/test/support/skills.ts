import {
  type DiscoverSkillsOptions,
  discoverSkills,
  type PlanSkillRootsOptions,
  planSkillRoots,
  type SkillSnapshot,
} from "../../src/index.ts";
import type { MemoryFileSystem } from "./memory-file-system.ts";

/** Text of a good `SKILL.md`. */
export function skillText(
  name: string,
  description = `Helps with ${name}.`,
  body = "Do it.\n",
): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
}

/** Usual places of a test: workspace `/w`, home `/home/ada`, trusted. */
export const PLACES: PlanSkillRootsOptions = {
  cwd: "/w",
  workspaceRoot: "/w",
  trustProject: true,
  homeDirectory: "/home/ada",
  configHome: "/home/ada/.config/alisio",
};

/** Discovers in a file system of a test, at the usual places unless told otherwise. */
export function discoverIn(
  fileSystem: MemoryFileSystem,
  places: Partial<PlanSkillRootsOptions> = {},
  rules: Partial<DiscoverSkillsOptions> = {},
): Promise<SkillSnapshot> {
  return discoverSkills({
    fileSystem,
    roots: planSkillRoots({ ...PLACES, ...places }),
    homeDirectory: "/home/ada",
    ...rules,
  });
}

/** Paths and statuses of the skills, one a line: a snapshot at a glance. */
export function glance(snapshot: SkillSnapshot): string[] {
  return snapshot.skills.map(({ status, displayName, path }) => `${status} ${displayName} ${path}`);
}

/** Codes and paths of what the roots report. */
export function rootFindings(snapshot: SkillSnapshot): string[] {
  return snapshot.roots.flatMap(({ diagnostics }) =>
    diagnostics.map(({ code, path }) => `${code} ${path}`),
  );
}

/** Codes and paths of rejected candidates. */
export function rejections(snapshot: SkillSnapshot): string[] {
  return snapshot.rejected.map(
    ({ path, diagnostics }) => `${path}: ${diagnostics.map(({ code }) => code).join(", ")}`,
  );
}
