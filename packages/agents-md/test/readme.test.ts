import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runSession } from "./readme/agent-loop.ts";
import { showInstructions } from "./readme/explain-directory.ts";
import { instructionsOf } from "./readme/own-reader.ts";
import { temporaryTree } from "./support/temporary-tree.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, "readme", `${name}.ts`), "utf8");

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
