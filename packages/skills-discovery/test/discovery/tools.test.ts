import { describe, expect, test } from "vitest";
import { createSkillSession, createSkillTools, type SkillTool } from "../../src/index.ts";
import { searchSkills } from "../../src/search.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

async function setUp() {
  const fileSystem = memoryFileSystem({
    "/w/.agents/skills/pdf/SKILL.md": skillText("pdf", "Reads PDF files.", "Do it.\n"),
    "/w/.agents/skills/pdf/references/guide.md": "one\ntwo\n",
    "/w/.agents/skills/pdf/bad\u001b[31m\nname.md": "x",
    "/w/.agents/skills/shy/SKILL.md":
      "---\nname: shy\ndescription: x\ndisable-model-invocation: true\n---\n",
  });
  for (let index = 10; index < 25; index += 1) {
    fileSystem.write(
      `/w/.agents/skills/file-${index}/SKILL.md`,
      skillText(`file-${index}`, "Handles files."),
    );
  }
  const session = createSkillSession({ snapshot: await discoverIn(fileSystem) });
  const tools = createSkillTools({ session, search: searchSkills });
  const run = (name: SkillTool["name"], input: Record<string, unknown>) =>
    (tools.find((tool) => tool.name === name) as SkillTool).execute(input);
  return { session, tools, run };
}

describe("the model's tools", () => {
  test("are three, with a schema each; without a search there is none", async () => {
    const { session, tools } = await setUp();
    expect(tools.map(({ name }) => name)).toEqual(["skill_load", "skill_resource", "skill_search"]);
    for (const { parameters, description } of tools) {
      expect(parameters).toMatchObject({ type: "object", additionalProperties: false });
      expect(description).not.toBe("");
    }
    expect(createSkillTools({ session })).toHaveLength(2);
  });

  test("skill_load gives the body and the files, their names neutral", async () => {
    const { run, session } = await setUp();
    expect(await run("skill_load", { name: "pdf", reason: "needed" })).toEqual({
      isError: false,
      text: [
        "Do it.",
        "",
        "Files of this skill, for skill_resource:",
        "- bad\\u{1B}[31m\\u{A}name.md (1 bytes)",
        "- references/guide.md (8 bytes)",
      ].join("\n"),
    });
    expect(session.active().map(({ name }) => name)).toEqual(["pdf"]);
  });

  test("skill_resource gives a file, and says which part", async () => {
    const { run } = await setUp();
    const path = "references/guide.md";
    expect((await run("skill_resource", { name: "pdf", path })).text).toBe("one\ntwo\n");
    const part = await run("skill_resource", { name: "pdf", path, startLine: 2, maxLines: 5 });
    expect(part.text).toBe("[lines 2 to 2 of 2]\ntwo\n");
  });

  test("skill_search pages", async () => {
    const { run } = await setUp();
    const { text } = await run("skill_search", { query: "file handling" });
    expect(text.split("\n")).toHaveLength(12);
    expect(text).toContain("- file-10: Handles files.");
    expect(text.endsWith("\nMore with offset 10.")).toBe(true);
    const rest = await run("skill_search", { query: "file handling", offset: 10 });
    expect(rest.text).not.toContain("More with");
  });

  test("what was asked for wrongly is told, not thrown", async () => {
    const { run } = await setUp();
    for (const [name, input] of [
      ["skill_load", {}],
      ["skill_load", { name: 5 }],
      ["skill_load", { name: "none" }],
      ["skill_load", { name: "shy" }],
      ["skill_resource", { name: "pdf" }],
      ["skill_resource", { name: "pdf", path: "../shy/SKILL.md" }],
      ["skill_resource", { name: "pdf", path: "x.md" }],
      ["skill_resource", { name: "pdf", path: "references/guide.md", startLine: "2" }],
      ["skill_resource", { name: "pdf", path: "references/guide.md", startLine: -1 }],
      ["skill_search", {}],
      ["skill_search", { query: "x", offset: -1 }],
    ] as const) {
      const result = await run(name, input);
      expect(result.isError, JSON.stringify(input)).toBe(true);
      expect(result.text).not.toBe("");
    }
  });

  test.each([null, undefined, "pdf", "", 5, 0, true, [], ["pdf"], Symbol("x"), () => "pdf"])(
    "%s instead of arguments is told, not thrown",
    async (input) => {
      const { tools, session } = await setUp();
      for (const tool of tools) {
        expect(await tool.execute(input as never)).toEqual({
          isError: true,
          text: "The arguments have to be an object.",
        });
      }
      expect(session.counters()).toMatchObject({ bodyBytes: 0, resourceBytes: 0 });
    },
  );

  test("a fault of the host is thrown", async () => {
    const { session } = await setUp();
    const [, , search] = createSkillTools({
      session,
      search: () => {
        throw new TypeError("broken");
      },
    });
    await expect(search?.execute({ query: "x" })).rejects.toThrow("broken");
  });
});
