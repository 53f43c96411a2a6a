import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixSkill } from "../../src/fix-skill.ts";
import { inspectSkill } from "../../src/inspect-skill.ts";
import type { SkillDiagnostic } from "../../src/types.ts";
import { validateSkill } from "../../src/validate-skill.ts";
import { lineText, RUNS } from "./arbitraries.ts";
import { frontmatterText } from "./frontmatter-text.ts";
import { bytesOf } from "./helpers.ts";

const raw = fc.uint8Array({ maxLength: 60 });
const fence = fc.constantFrom(
  "---\n",
  "---\r\n",
  "---\r",
  "--- \n",
  "\ufeff---\n",
  "----\n",
  "---",
);
const part = fc.oneof(
  fence.map(bytesOf),
  frontmatterText.map(bytesOf),
  lineText.map(bytesOf),
  raw,
  fc
    .constantFrom("\r", "\n", "\u202e", "\u001b]0;x\u0007", "[x](../a.md)", "[x](a.md)", "```\n")
    .map(bytesOf),
);

/** Files from a heap of bytes to one that is nearly good. */
const anyFile: fc.Arbitrary<Uint8Array> = fc
  .oneof(
    fc.array(part, { maxLength: 8 }),
    fc.tuple(fence.map(bytesOf), frontmatterText.map(bytesOf), fence.map(bytesOf), part, part),
  )
  .map((parts) => Uint8Array.from(parts.flatMap((bytes) => [...bytes])));

/** The lines of a file as its findings count them. */
function linesOf(bytes: Uint8Array): readonly string[] {
  return new TextDecoder("utf-8").decode(bytes).split(/\r\n|\r|\n/);
}

function expectSound(diagnostics: readonly SkillDiagnostic[], bytes: Uint8Array): void {
  const lines = linesOf(bytes);
  for (const { code, path, line, column, message, severity } of diagnostics) {
    expect(code).toMatch(/^[a-z0-9-]+\.[a-z0-9-]+$/);
    expect(["error", "warning", "information"]).toContain(severity);
    expect(path).toBe("demo/SKILL.md");
    expect(message).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]{20,2000}$/u);
    expect(line === null).toBe(column === null);
    if (line === null || column === null) continue;
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
  }
  const order = diagnostics.map(({ line, column }) => (line ?? 0) * 100_000 + (column ?? 0));
  expect(order).toEqual([...order].sort((left, right) => left - right));
}

/** The same behind a good frontmatter now and then, so that some files load. */
const GOOD_HEAD = new TextEncoder().encode("---\nname: demo\ndescription: Shows how.\n---\n");
const anyFileOrBody = fc.oneof(
  { weight: 9, arbitrary: anyFile },
  {
    weight: 1,
    arbitrary: anyFile.map((bytes) => new Uint8Array([...GOOD_HEAD, ...bytes])),
  },
);

describe("whatever a file holds", () => {
  test("it gets one sound verdict, the same each time, and never an exception", async () => {
    let loaded = 0;
    let rejected = 0;
    await fc.assert(
      fc.asyncProperty(anyFileOrBody, async (bytes) => {
        const options = { bytes, path: "demo/SKILL.md", directoryName: "demo" };
        const inspection = await inspectSkill(options);
        expectSound(inspection.diagnostics, bytes);
        expect(await inspectSkill(options)).toEqual(inspection);
        const front = await inspectSkill({ ...options, scope: "frontmatter" });
        expect(front.rejected).toBe(inspection.rejected);
        expect(front.metadata).toEqual(inspection.metadata);
        expect(front.bodyOffset).toBe(inspection.bodyOffset);
        if (inspection.rejected) {
          rejected += 1;
          // Whoever is refused gets to know why.
          expect(front.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
        } else {
          loaded += 1;
          expect(inspection.metadata.description?.trim()).not.toBe("");
          expect(inspection.metadata.description).not.toBeNull();
        }
      }),
      { numRuns: RUNS },
    );
    expect(rejected).toBeGreaterThan(RUNS / 10);
    expect(loaded).toBeGreaterThan(RUNS / 200);
  });

  test("validation and mending take it as well", async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (bytes) => {
        const validation = await validateSkill({
          content: bytes,
          path: "demo/SKILL.md",
          findTarget: () => "missing",
        });
        expectSound(validation.diagnostics, bytes);
        const isFaulty = validation.diagnostics.some(({ severity }) => severity === "error");
        expect(validation.valid).toBe(!isFaulty);
        const fixed = await fixSkill({ bytes });
        expect((await fixSkill({ bytes: fixed.bytes })).bytes).toBe(fixed.bytes);
      }),
      { numRuns: RUNS },
    );
  });
});
