import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { buildCatalog, buildSkillReport, refreshSkills } from "../../src/index.ts";
import { discoverSkills, validatePaths } from "../../src/node.ts";
import { skillListReportSchema, skillValidationReportSchema } from "../../src/schemas.ts";
import { searchSkills } from "../../src/search.ts";
import { packageDirectory, temporaryDirectory } from "../support/temporary.ts";

const corpora = path.resolve(
  process.env["ALISIO_CORPORA"] ?? path.join(packageDirectory, "../../../shared/corpora"),
);
const skills = path.join(corpora, "skills");

/** All `SKILL.md` of a tree, by nothing but the file system. */
function skillFiles(directory: string): string[] {
  return fs
    .readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "SKILL.md")
    .map((name) => path.join(directory, name));
}

describe.skipIf(!fs.existsSync(skills))("published skills", () => {
  const roots = (): string[] =>
    fs
      .readdirSync(skills)
      .map((name) => path.join(skills, name))
      .filter((name) => fs.statSync(name).isDirectory());

  async function discover() {
    const home = temporaryDirectory();
    const configRoots = roots();
    return discoverSkills({ cwd: home, homeDirectory: home, configHome: home, configRoots });
  }

  test("every SKILL.md that the rules reach is enabled, shadowed, hidden or rejected, with the reason", async () => {
    const snapshot = await discover();
    const files = skillFiles(skills);
    const directories = new Set(files.map((file) => path.dirname(file)));
    for (const root of roots()) directories.delete(root);
    const isBelowAnother = (file: string): boolean => {
      let above = path.dirname(path.dirname(file));
      while (above.startsWith(skills) && !directories.has(above)) above = path.dirname(above);
      return directories.has(above);
    };
    const isHidden = (file: string): boolean => /\/\./.test(file.slice(skills.length));
    const expected = files.filter((file) => !isHidden(file) && !isBelowAnother(file));
    expect(expected.length).toBeGreaterThan(files.length / 2);
    const found = [...snapshot.skills, ...snapshot.rejected].map(({ file }) => file);
    expect(found.sort()).toEqual(expected.sort());
    for (const { status, reason } of snapshot.skills)
      expect(reason === null).toBe(status === "enabled");
    for (const { diagnostics } of snapshot.rejected) {
      expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true);
    }
    const hidden = snapshot.roots
      .flatMap(({ diagnostics }) => diagnostics)
      .filter(({ code }) => code === "directory.hidden-skills");
    expect(hidden.length).toBeGreaterThan(0);
    expect(snapshot.roots.every(({ partial }) => !partial)).toBe(true);
  });

  test("the report is as its schema says, and the catalog within its budget", async () => {
    const snapshot = await discover();
    for (const contextWindowTokens of [null, 8_000, 200_000, 1_000_000]) {
      const catalog = buildCatalog({ snapshot, contextWindowTokens });
      expect(catalog.text.length).toBeLessThanOrEqual(catalog.budget);
      // No more than one more entry's name would have fitted.
      expect(catalog.text.length).toBeGreaterThan(catalog.budget * 0.9);
      const report = buildSkillReport({ snapshot, catalog });
      expect(
        skillListReportSchema.safeParse(JSON.parse(JSON.stringify(report))).error,
      ).toBeUndefined();
    }
  });

  test("a refresh finds nothing changed", async () => {
    const snapshot = await discover();
    expect((await refreshSkills({ snapshot })).snapshot).toBe(snapshot);
  });

  test("validation gives a verdict on every file", async () => {
    const { report, unreadable } = await validatePaths({ paths: [skills] });
    expect(report.checked).toBe(skillFiles(skills).length);
    expect(unreadable).toEqual([]);
    expect(
      skillValidationReportSchema.safeParse(JSON.parse(JSON.stringify(report))).error,
    ).toBeUndefined();
  });

  test("a search finds skills by what they are for", async () => {
    const snapshot = await discover();
    const first = (query: string): string[] =>
      searchSkills({ snapshot, query, limit: 5 }).hits.map(({ name }) => name);
    expect(first("react performance best practices").join()).toMatch(/react/);
    expect(first("terraform modules").join()).toMatch(/terraform/);
    expect(first("write a pdf").join()).toMatch(/pdf/);
  });
});
