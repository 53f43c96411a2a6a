import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inspectSkill } from "../../src/inspect-skill.ts";
import { validateSkill } from "../../src/validate-skill.ts";
import { bytesOf, file, inspect, judged, short } from "./helpers.ts";
import { type ReferenceRow, ROWS, SEEN } from "./reference-rows.ts";

describe.each([
  ["its tests", ROWS],
  ["its behaviour", SEEN],
])("the reference validator: %s", (_, rows) => {
  test.each(rows)("$id $what", async ({ text, directory = "demo", findings }) => {
    const { diagnostics, valid } = await validateSkill({
      content: text,
      path: "x/SKILL.md",
      directoryName: directory,
    });
    const grave = diagnostics.filter(({ severity }) => severity !== "information");
    expect(grave.map(({ severity, code }) => `${severity} ${code}`)).toEqual(findings);
    expect(valid).toBe(!findings.some((finding) => finding.startsWith("error")));
  });
});

describe("the reference parser", () => {
  test("P1, P6, P7, P15: gives the fields", async () => {
    const text = file(
      "name: demo\ndescription: Shows.\nlicense: MIT\nallowed-tools: Bash(jq:*) Bash(git:*)\nmetadata:\n  author: A\n  version: 1.0",
      "# Title\n",
    );
    const { metadata, bodyOffset } = await inspect(text);
    expect(metadata).toMatchObject({
      name: "demo",
      description: "Shows.",
      license: "MIT",
      allowedTools: ["Bash(jq:*)", "Bash(git:*)"],
    });
    expect({ ...metadata.metadata }).toEqual({ author: "A", version: "1.0" });
    expect(text.slice(bodyOffset ?? -1)).toBe("# Title\n");
  });

  test("what makes it crash is a finding here", async () => {
    expect(
      (await judged(Uint8Array.from([...bytesOf(file("name: demo\ndescription: b")), 0xff])))
        .findings,
    ).toEqual(["error file.invalid-utf8 6:1"]);
    expect((await judged(file("name: demo\0"))).findings).toEqual(["error file.nul-byte 2:11"]);
  });

  test("findings of one file come all at once, in order", async () => {
    const bytes = bytesOf(
      file(`extra: 1\nname: My_Skill\ndescription: ${"x".repeat(1100)}\ncompatibility: []`),
    );
    const { diagnostics } = await inspectSkill({ bytes, path: "p", directoryName: "demo" });
    expect(short(diagnostics)).toEqual([
      "information field.unknown 2:1",
      "warning name.directory-mismatch 3:7",
      "error name.invalid 3:7",
      "error description.too-long 4:14",
      "warning compatibility.invalid 5:16",
    ]);
  });
});

describe("the page", () => {
  test("is the table of these rows (ALISIO_UPDATE=1 writes it)", () => {
    const page = new URL("../../../../docs/conformance/agent-skills.md", import.meta.url);
    const text = readFileSync(page, "utf8");
    const introduction = text.slice(0, `${text}| input`.indexOf("| input"));
    const lines = [...ROWS, ...SEEN].map(lineOf);
    const head = "| input | ours | reference validator | why ours differs |\n|---|---|---|---|\n";
    const wanted = `${introduction}${head}${lines.join("\n")}\n`;
    if (process.env["ALISIO_UPDATE"] === "1") writeFileSync(page, wanted);
    else expect(text).toBe(wanted);
  });

  function lineOf({ id, what, findings, differs, reference }: ReferenceRow): string {
    const ours = findings.length === 0 ? "valid" : findings.map((each) => `\`${each}\``).join(", ");
    const theirs = reference === undefined ? "the same verdict" : `**${reference}**`;
    return `| ${id} ${what} | ${ours} | ${theirs} | ${differs ?? ""} |`;
  }
});
