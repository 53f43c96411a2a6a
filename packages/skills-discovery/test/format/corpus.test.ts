import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { fixSkill } from "../../src/fix-skill.ts";
import { inspectSkill } from "../../src/inspect-skill.ts";
import { decode, readSkillFile } from "../../src/internal/read-skill-file.ts";
import { readFast } from "../../src/internal/yaml-fast.ts";
import { readFull } from "../../src/internal/yaml-full.ts";
import { validateSkill } from "../../src/validate-skill.ts";
import { RUNS } from "./arbitraries.ts";
import { slip } from "./frontmatter-text.ts";

/** Published skills, where they lie beside the repository; else a few of the same kinds. */
const CORPUS = join(
  process.env["ALISIO_CORPORA"] ??
    fileURLToPath(new URL("../../../../../shared/corpora", import.meta.url)),
  "skills",
);

interface Skill {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const GENERATED: readonly string[] = [
  "---\nname: a\ndescription: Shows how.\n---\n# A\n",
  '---\nname: b\ndescription: >-\n  Shows how\n  and why.\nlicense: MIT\nmetadata:\n  version: "1.0"\n---\n# B\n',
  "---\r\nname: c\r\ndescription: 'It''s: so'\r\nallowed-tools:\r\n  - Read\r\n---\r\n# C\r\n",
];

function readCorpus(): readonly Skill[] {
  if (!existsSync(CORPUS)) {
    return GENERATED.map((text, index) => ({
      path: `${"abc"[index]}/SKILL.md`,
      bytes: new TextEncoder().encode(text),
    }));
  }
  return readdirSync(CORPUS, { recursive: true, encoding: "utf8" })
    .filter((name) => basename(name) === "SKILL.md")
    .sort()
    .map((name) => ({ path: name, bytes: readFileSync(join(CORPUS, name)) }));
}

const skills = readCorpus();

function frontmatterOf({ bytes, path }: Skill): string {
  return readSkillFile(bytes, path).parts?.frontmatter ?? "";
}

describe("published skills", () => {
  test("the fast reader takes nearly all, and gives the full reader's tree", () => {
    let taken = 0;
    for (const skill of skills) {
      const text = frontmatterOf(skill);
      const fast = readFast(text);
      if (fast === undefined) continue;
      taken += 1;
      expect(readFull(yaml, text)).toStrictEqual({ kind: "read", mapping: fast });
    }
    expect(taken / skills.length).toBeGreaterThan(0.95);
  });

  test("so it does of each with a slip of the hand", () => {
    const texts = skills.map(frontmatterOf);
    const slips = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), slip), {
      minLength: 1,
      maxLength: 3,
    });
    let answered = 0;
    fc.assert(
      fc.property(fc.constantFrom(...texts), slips, (original, changes) => {
        const changed = changes.reduce((text, [at, removed, added]) => {
          const offset = at % Math.min(text.length, 400);
          return text.slice(0, offset) + added + text.slice(offset + removed);
        }, original);
        const text = changed.replace(/\r(?!\n)/g, "");
        const fast = readFast(text);
        if (fast === undefined) return;
        answered += 1;
        expect(readFull(yaml, text)).toStrictEqual({ kind: "read", mapping: fast });
      }),
      { numRuns: RUNS * 2 },
    );
    expect(answered).toBeGreaterThan(RUNS / 5);
  });

  test("each gets a verdict, that is the same each time and for both scopes", async () => {
    for (const { path, bytes } of skills) {
      const directoryName = basename(dirname(path));
      const whole = await inspectSkill({ bytes, path, directoryName });
      const front = await inspectSkill({ bytes, path, directoryName, scope: "frontmatter" });
      const validation = await validateSkill({ content: bytes, path, findTarget: () => "found" });
      expect(front.metadata).toEqual(whole.metadata);
      expect(front.rejected).toBe(whole.rejected);
      expect(front.bodyOffset).toBe(whole.bodyOffset);
      expect(validation.name).toBe(whole.metadata.name);
      expect(await inspectSkill({ bytes, path, directoryName })).toEqual(whole);
      const text = decode(bytes).replace(/^\ufeff/, "");
      expect(text.slice(0, whole.bodyOffset ?? 0)).toMatch(/^---[\s\S]*\n---[ \t]*\r?\n?$/);
    }
  }, 30_000);

  test("mending changes nothing that is read", async () => {
    for (const { path, bytes } of skills) {
      const fixed = await fixSkill({ bytes });
      if (fixed.fixes.length === 0) continue;
      const options = { path, directoryName: "x", scope: "frontmatter" } as const;
      const before = await inspectSkill({ ...options, bytes });
      const after = await inspectSkill({ ...options, bytes: fixed.bytes });
      expect(after.metadata).toEqual(before.metadata);
      expect((await fixSkill({ bytes: fixed.bytes })).fixes).toEqual([]);
    }
  });
});
