import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import {
  buildCatalog,
  buildIntegrityManifest,
  buildSkillReport,
  type IntegrityManifest,
  loadSkillBody,
  readSkillResource,
  type SkillEvent,
  type SkillListReport,
  type SkillValidationReport,
} from "../../src/index.ts";
import { validatePaths } from "../../src/node.ts";
import {
  integrityManifestSchema,
  pluginManifestSchema,
  skillEventSchema,
  skillListReportSchema,
  skillValidationReportSchema,
} from "../../src/schemas.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";
import { temporaryDirectory, writeTree } from "../support/temporary.ts";

/** One value of each shape and version that was ever written, as it was written. */
function fixture(name: string): unknown {
  const file = new URL(`fixtures/${name}/value.json`, import.meta.url);
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

const reread = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Wording may be bettered without a new version, so fixtures leave it out. */
async function expectFixture(value: unknown, name: string): Promise<void> {
  const worded = (key: string, part: unknown): unknown => (key === "message" ? "…" : part);
  const text = `${JSON.stringify(value, worded, 2)}\n`;
  const file = fileURLToPath(new URL(`fixtures/${name}/value.json`, import.meta.url));
  await expect(text).toMatchFileSnapshot(file);
}

async function everyKind() {
  const fileSystem = memoryFileSystem({
    "/w/.agents/skills/pdf/SKILL.md": skillText("pdf", "Reads PDF."),
    "/w/.agents/skills/pdf/references/guide.md": "One.\n",
    "/w/.agents/skills/spare/SKILL.md": skillText("spare", "x".repeat(2000)),
    "/w/.agents/skills/bad/SKILL.md": "---\nname: bad\n---\n",
    "/w/.agents/skills/.dot/SKILL.md": "",
    "/home/ada/.agents/skills/pdf/SKILL.md": skillText("pdf", "Reads PDF too."),
    "/opt/v/next/SKILL.md": skillText("next", "Builds pages."),
    "/store/tool/SKILL.md":
      "---\nname: tool\ndescription: x\ndisable-model-invocation: true\n---\n",
  });
  fileSystem.link("/home/ada/.agents/skills/tool", "/store/tool");
  return discoverIn(
    fileSystem,
    { plugins: [{ id: "vercel", roots: ["/opt/v"] }], configRoots: ["/none"] },
    { overrides: { spare: "off", next: "off" } },
  );
}

describe("values of this version", () => {
  test("a list report", async () => {
    const snapshot = await everyKind();
    const report = buildSkillReport({ snapshot, catalog: buildCatalog({ snapshot }) });
    const value = reread(report);
    expect(skillListReportSchema.parse(value)).toEqual(value);
    await expectFixture(value, "skill-list-v1");
    expectTypeOf<z.output<typeof skillListReportSchema>>().toEqualTypeOf<SkillListReport>();
  });

  test("a validation report", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "a/SKILL.md": skillText("b", "Use when: asked."),
      "c/SKILL.md": "nothing",
      "d/SKILL.md": skillText("d"),
    });
    const { report } = await validatePaths({ cwd, paths: ["."] });
    const value = reread(report);
    expect(skillValidationReportSchema.parse(value)).toEqual(value);
    await expectFixture(value, "skill-validation-v1");
    expectTypeOf<
      z.output<typeof skillValidationReportSchema>
    >().toEqualTypeOf<SkillValidationReport>();
  });

  test("an integrity manifest", async () => {
    const manifest = await buildIntegrityManifest({ snapshot: await everyKind(), name: "pdf" });
    const value = reread(manifest);
    expect(integrityManifestSchema.parse(value)).toEqual(value);
    await expectFixture(value, "integrity-manifest-v1");
    expectTypeOf<z.output<typeof integrityManifestSchema>>().toEqualTypeOf<IntegrityManifest>();
  });

  test("events", async () => {
    const snapshot = await everyKind();
    const events: SkillEvent[] = [];
    const onEvent = (event: SkillEvent): void => void events.push(event);
    await loadSkillBody({ snapshot, name: "pdf", onEvent });
    const path = "references/guide.md";
    await readSkillResource({
      snapshot,
      name: "pdf",
      path,
      reason: "a form is to be filled",
      onEvent,
    });
    const value = reread(events);
    for (const event of events) expect(skillEventSchema.parse(reread(event))).toEqual(event);
    await expectFixture(value, "skill-event-v1");
    expectTypeOf<z.output<typeof skillEventSchema>>().toEqualTypeOf<SkillEvent>();
  });

  test("a plugin's manifest", () => {
    const value = fixture("plugin-manifest-v1");
    expect(pluginManifestSchema.parse(value)).toEqual(value);
  });
});

describe("what schemas refuse", () => {
  const change = (value: unknown, edit: (value: Record<string, never>) => void): unknown => {
    const copy = structuredClone(value) as Record<string, never>;
    edit(copy);
    return copy;
  };

  test.each([
    ["skill-list-v1", skillListReportSchema],
    ["skill-validation-v1", skillValidationReportSchema],
    ["integrity-manifest-v1", integrityManifestSchema],
    ["plugin-manifest-v1", pluginManifestSchema],
  ] as const)(
    "%s of another version, with an unknown key, or without one of its own",
    (name, schema) => {
      const value = fixture(name) as Record<string, unknown>;
      const accepts = (edited: unknown): boolean => schema.safeParse(edited).success;
      expect(accepts(value)).toBe(true);
      expect(accepts({ ...value, schemaVersion: 2 })).toBe(false);
      expect(accepts({ ...value, more: 1 })).toBe(false);
      for (const key of Object.keys(value)) {
        if (name === "plugin-manifest-v1" && key === "skills") continue;
        expect(accepts(change(value, (copy) => delete copy[key])), key).toBe(false);
      }
    },
  );
});
