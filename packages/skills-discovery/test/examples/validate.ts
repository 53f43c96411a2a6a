import { validatePaths } from "@alisio/skills-discovery/node";

export async function checkSkills(paths: string[], strict: boolean): Promise<number> {
  const { report, unreadable } = await validatePaths({ paths });
  for (const { diagnostics } of report.files) {
    for (const { path, line, column, severity, message } of diagnostics) {
      process.stdout.write(`${path}:${line ?? 1}:${column ?? 1}: ${severity}: ${message}\n`);
    }
  }
  if (unreadable.length > 0) return 2;
  return report.errors > 0 || (strict && report.warnings > 0) ? 1 : 0;
}
