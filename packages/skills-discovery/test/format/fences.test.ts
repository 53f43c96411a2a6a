import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RUNS } from "./arbitraries.ts";
import { bytesOf, inspect, judged, short } from "./helpers.ts";

const FIELDS = "name: demo\ndescription: Shows.";

describe("fences", () => {
  test.each([
    ["plain", `---\n${FIELDS}\n---\nBody\n`, "Body\n"],
    ["blanks behind both", `---  \n${FIELDS}\n--- \t\nBody\n`, "Body\n"],
    ["CRLF", `---\r\n${FIELDS.replaceAll("\n", "\r\n")}\r\n---\r\nBody\r\n`, "Body\r\n"],
    ["the file ends at the closing fence", `---\n${FIELDS}\n---`, ""],
    ["the file ends behind the closing fence's blanks", `---\n${FIELDS}\n---  `, ""],
    [
      "rules in the body",
      `---\n${FIELDS}\n---\nOne\n\n---\n\nTwo\n---\n`,
      "One\n\n---\n\nTwo\n---\n",
    ],
    [
      "hyphens in a value",
      "---\nname: demo\ndescription: Separate with --- markers\n---\nB\n",
      "B\n",
    ],
    ["longer and shorter lines of hyphens", `---\n# ----\n${FIELDS}\n# --\n---\nB\n`, "B\n"],
    ["nothing behind the file's last line", `---\n${FIELDS}\n---\nB`, "B"],
  ])("%s: loads without a finding", async (_, text, body) => {
    const inspection = await inspect(text);
    expect(inspection.rejected).toBe(false);
    expect(short(inspection.diagnostics)).toEqual([]);
    expect(text.slice(inspection.bodyOffset ?? -1)).toBe(body);
    expect(inspection.bytes).toBe(bytesOf(text).length);
  });

  test.each([
    ["empty file", "", "frontmatter.missing"],
    ["no frontmatter", "# Title\n", "frontmatter.missing"],
    ["an empty line first", `\n---\n${FIELDS}\n---\n`, "frontmatter.missing"],
    ["a blank before the fence", ` ---\n${FIELDS}\n---\n`, "frontmatter.missing"],
    ["four hyphens", `----\n${FIELDS}\n----\n`, "frontmatter.missing"],
    ["text behind the opening fence", `--- yaml\n${FIELDS}\n---\n`, "frontmatter.missing"],
    ["the opening fence alone", "---", "frontmatter.unclosed"],
    ["never closed", `---\n${FIELDS}\n`, "frontmatter.unclosed"],
    ["four hyphens at the end", `---\n${FIELDS}\n----\nBody\n`, "frontmatter.unclosed"],
    ["an indented fence at the end", `---\n${FIELDS}\n ---\nBody\n`, "frontmatter.unclosed"],
    ["text behind the closing fence", `---\n${FIELDS}\n--- x\nBody\n`, "frontmatter.unclosed"],
    ["dots at the end", `---\n${FIELDS}\n...\nBody\n`, "frontmatter.unclosed"],
  ])("%s: rejected", async (_, text, code) => {
    expect(await judged(text)).toEqual({
      rejected: true,
      name: null,
      description: null,
      findings: [`error ${code} 1:1`],
    });
  });

  test("text within a value is not a fence, whatever surrounds it", async () => {
    const part = fc.constantFrom("---", "--- ", " ---", "----", "a", " ", "--", "x --- y");
    const value = fc
      .array(part, { minLength: 1, maxLength: 5 })
      .map((parts) => `v${parts.join("")}`);
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const { metadata, rejected } = await inspect(
          `---\nname: demo\ndescription: ${text}\n---\n`,
        );
        expect(rejected).toBe(false);
        expect(metadata.description).toBe(text.trim());
      }),
      { numRuns: RUNS },
    );
  });

  test("the body's offset is that of the decoded text", async () => {
    const start = fc.constantFrom("", "\ufeff");
    const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
    const value = fc.constantFrom("Shows.", "Zeigt äöü.", "見せる", "🎉 party");
    await fc.assert(
      fc.asyncProperty(start, lineEnd, value, async (mark, end, description) => {
        const text = ["---", "name: demo", `description: ${description}`, "--- ", "Body"].join(end);
        const inspection = await inspect(mark + text);
        expect(text.slice(inspection.bodyOffset ?? -1)).toBe("Body");
        expect(inspection.metadata.description).toBe(description);
      }),
      { numRuns: 50 },
    );
  });
});
