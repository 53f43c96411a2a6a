import { buildCatalog, buildSkillReport, discoverSkills } from "@alisio/skills-discovery/node";

export async function explainSkills(cwd: string): Promise<string[]> {
  const snapshot = await discoverSkills({ cwd, trustProject: true });
  const report = buildSkillReport({ snapshot, catalog: buildCatalog({ snapshot }) });
  return [
    ...report.roots.map(
      ({ path, searched, reason }) => `${path}: ${searched ? "searched" : reason}`,
    ),
    ...report.skills.map(({ path, status, reason }) => `${path}: ${status} ${reason ?? ""}`.trim()),
    ...report.rejected.map(({ path, diagnostics }) => `${path}: ${diagnostics[0]?.message}`),
  ];
}
