import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runSession } from "./examples/agent-loop.ts";
import { showInstructions } from "./examples/explain-directory.ts";
import { nodeExamples } from "./examples/node-entry.ts";
import { instructionsOf } from "./examples/own-reader.ts";
import * as rootEntry from "./examples/root-entry.ts";
import { temporaryTree } from "./support/temporary-tree.ts";
import { readerOf, sha256 } from "./support/virtual-tree.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, "examples", `${name}.ts`), "utf8");

const tree = {
  ".git/HEAD": "x",
  "AGENTS.md": "Use tabs.\n",
  "packages/api/AGENTS.md": "Use two spaces.\n",
};

describe("the code of the README", () => {
  it("is the code that is run here", () => {
    expect(blocks).toEqual(["explain-directory", "agent-loop", "own-reader"].map(example));
  });

  it("shows instructions", async () => {
    const shown = await showInstructions(temporaryTree(tree));
    expect(shown).toContain("Use tabs.");
    expect(shown).toContain("packages/api/AGENTS.md: loaded");
  });

  it("runs an agent's loop", async () => {
    const answers: string[] = [];
    const ran: string[] = [];
    const agent = {
      systemPrompt: "You are an agent.\n",
      async *steps() {
        const paths = ["packages/api/new.ts"];
        yield [{ id: "write-1", effect: "write" as const, paths }];
        yield [{ id: "write-2", effect: "write" as const, paths }];
      },
      runTool: async (id: string) => {
        ran.push(id);
        return "done";
      },
      answer: (id: string, result: string) => answers.push(`${id}: ${result}`),
    };
    await runSession(agent, temporaryTree(tree));
    expect(agent.systemPrompt).toContain("Use tabs.");
    expect(ran).toEqual(["write-2"]);
    expect(answers[0]).toMatch(/^write-1: This call was not run[\s\S]*Use two spaces\./);
    expect(answers[1]).toBe("write-2: done");
  });

  it("reads from memory", async () => {
    const files = Object.entries(tree).map(([path, text]) => [`/project/${path}`, text] as const);
    const text = await instructionsOf(new Map(files));
    expect(text).toContain("project file: packages/api/AGENTS.md\nUse two spaces.\n");
  });
});

describe("the examples in the documentation of the functions", () => {
  const source = join(import.meta.dirname, "../src");
  const documented = readdirSync(source)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const text = readFileSync(join(source, name), "utf8").replace(/^ \* ?/gm, "");
      const examples = [...text.matchAll(/@example\n```ts\n([\s\S]*?)```/g)];
      return examples.map(([, code = ""]) => ({ name, code: linesOf(code) }));
    });

  function linesOf(code: string): readonly string[] {
    return code.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  }

  it.each(documented)("$name: $code", ({ name, code }) => {
    const lines = linesOf(example(name === "node.ts" ? "node-entry" : "root-entry"));
    expect(code.length).toBeGreaterThan(0);
    for (const line of code)
      expect(lines.map((one) => one.replace(/^return /, ""))).toContain(line);
  });

  it("are there for each main function", () => {
    expect(documented.map(({ name }) => name).sort()).toEqual([
      "create-instruction-tracker.ts",
      "escape-path.ts",
      "explain-all.ts",
      "explain-path.ts",
      ...Array.from({ length: 5 }, () => "node.ts"),
      "resolve-instructions.ts",
    ]);
  });

  it("run", async () => {
    const reader = readerOf({
      "/repo/.git/HEAD": "x",
      "/repo/AGENTS.md": "Use tabs.\n",
      "/repo/packages/api/AGENTS.md": "Use two spaces.\n",
      "/repo/docs/AGENTS.md": "Write short sentences.\n",
    });
    expect(await rootEntry.resolveExample(reader, sha256)).toMatchObject({
      text: expect.stringContaining("Use two spaces."),
      diagnostics: [],
    });
    expect(await rootEntry.explainPathExample(reader, sha256)).toMatchObject({
      budget: { usedBytes: 26 },
    });
    expect(await rootEntry.explainAllExample(reader, sha256)).toHaveLength(3);
    expect(await rootEntry.trackerExample(reader, sha256)).toMatchObject([
      { action: "run", attached: [{ path: "docs/AGENTS.md" }] },
    ]);
    expect(rootEntry.escapeExample()).toBe("docs/\\u{202e}dm.STNEGA");
    expect(await nodeExamples()).toMatchObject({ state: { schemaVersion: 1 } });
  });
});
