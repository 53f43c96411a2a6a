import fs from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SkillTool } from "../../src/index.ts";
import { discoverSkills } from "../../src/node.ts";
import { giveSkills } from "../examples/agent.ts";
import { approve, loadApproved } from "../examples/integrity.ts";
import { loadForTask } from "../examples/load.ts";
import { discoverIn } from "../examples/memory.ts";
import { switchOff } from "../examples/override.ts";
import { checkSkills } from "../examples/validate.ts";
import { explainSkills } from "../examples/why.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { skillText } from "../support/skills.ts";
import { packageDirectory, temporaryDirectory, writeTree } from "../support/temporary.ts";

const readme = fs.readFileSync(path.join(packageDirectory, "README.md"), "utf8");

function workspace(): string {
  const cwd = temporaryDirectory();
  writeTree(cwd, {
    ".git/HEAD": "",
    ".agents/skills/pdf-forms/SKILL.md": skillText("pdf-forms", "Fills PDF forms.", "# Forms\n"),
    ".agents/skills/pdf-forms/references/a.md": "one\n",
    ".agents/skills/bad/SKILL.md": "nothing",
  });
  return cwd;
}

describe("the README", () => {
  test("shows the examples that are run here, and no other code", () => {
    const directory = path.join(packageDirectory, "test/examples");
    const examples = fs
      .readdirSync(directory)
      .map((name) => fs.readFileSync(path.join(directory, name), "utf8"));
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
    expect(blocks.sort()).toEqual(examples.sort());
  });

  test("documents every diagnostic and every error", () => {
    const codes = fs.readFileSync(path.join(packageDirectory, "src/types.ts"), "utf8");
    const errors = fs.readFileSync(path.join(packageDirectory, "src/errors.ts"), "utf8");
    const documented = new Set<string>();
    for (const [, code = ""] of readme.matchAll(/`([a-z0-9._-]+)`/g)) {
      documented.add(code);
    }
    // Codes of one subject are listed together, the later ones by their ending.
    for (const [, group = ""] of readme.matchAll(/^\| (`[a-z-]+\.[^|]*) \|/gm)) {
      const [subject = ""] = group.slice(1).split(".");
      for (const [, ending = ""] of group.matchAll(/`\.([a-z-]+)`/g)) {
        documented.add(`${subject}.${ending}`);
      }
    }
    const all = [
      ...[...codes.matchAll(/\| "([a-z-]+\.[a-z0-9-]+)"/g)].map(([, code]) => code),
      ...[...errors.matchAll(/\| "([a-z_]+)"/g)].map(([, code]) => code),
    ];
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((code) => code !== undefined && !documented.has(code))).toEqual([]);
  });
});

describe("the README's examples", () => {
  test("load", async () => {
    const text = await loadForTask(workspace());
    expect(text).toContain("<name>\npdf-forms\n</name>");
    expect(text.endsWith("\n\n# Forms\n")).toBe(true);
  });

  test("agent", async () => {
    const lines: string[] = [];
    const agent = {
      systemPrompt: "You are. ",
      tools: [] as readonly SkillTool[],
      log: (line: string) => void lines.push(line),
    };
    const cwd = workspace();
    const { activeBodies, refresh } = await giveSkills(agent, cwd, true);
    expect(agent.systemPrompt).toContain("Fills PDF forms.");
    const [load] = agent.tools;
    expect((await load?.execute({ name: "pdf-forms" }))?.text).toContain(
      "references/a.md (4 bytes)",
    );
    expect(lines).toEqual(["skill.body.loaded pdf-forms  8"]);
    expect(activeBodies()).toEqual(["# Forms\n"]);
    writeTree(cwd, { ".agents/skills/new/SKILL.md": skillText("new") });
    expect(await refresh()).toEqual([".agents/skills/new/SKILL.md"]);
  });

  test("why", async () => {
    const lines = await explainSkills(workspace());
    expect(lines).toContain(".agents/skills: searched");
    expect(lines).toContain(".agents/skills/pdf-forms/SKILL.md: enabled");
    expect(lines.some((line) => line.startsWith(".agents/skills/bad/SKILL.md: The file"))).toBe(
      true,
    );
  });

  test("validate", async () => {
    const cwd = workspace();
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    expect(await checkSkills([path.join(cwd, ".agents/skills/pdf-forms")], false)).toBe(0);
    expect(await checkSkills([path.join(cwd, ".agents/skills/pdf-forms")], true)).toBe(1);
    expect(await checkSkills([cwd], false)).toBe(1);
    expect(await checkSkills([path.join(cwd, "none")], false)).toBe(2);
    expect(write).toHaveBeenCalledWith(expect.stringMatching(/bad.SKILL\.md:1:1: error: /));
  });

  test("override", async () => {
    const cwd = workspace();
    expect(await switchOff(cwd, true, "pdf-forms")).toMatch(/config\.json written$/);
    expect(await switchOff(cwd, true, "pdf-forms")).toMatch(/was so already$/);
    await expect(switchOff(cwd, false, "pdf-forms")).rejects.toThrow(/not trusted/);
  });

  test("integrity", async () => {
    const cwd = workspace();
    const snapshot = await discoverSkills({ cwd, trustProject: true });
    const name = "pdf-forms";
    const manifest = await approve(snapshot, name);
    expect(await loadApproved(snapshot, name, manifest)).toBe("# Forms\n");
    writeTree(cwd, { ".agents/skills/pdf-forms/references/a.md": "two\n" });
    expect(await loadApproved(snapshot, name, manifest)).toBe("not as approved: references/a.md");
  });

  test("memory", async () => {
    const fileSystem = memoryFileSystem({ "/skills/a/SKILL.md": skillText("a") });
    fileSystem.makeDirectory("/workspace");
    expect((await discoverIn(fileSystem)).skills.map(({ scope }) => scope)).toEqual(["builtin"]);
  });
});
