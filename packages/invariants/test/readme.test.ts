import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact, request } from "./examples/adopt.ts";
import { runExamples } from "./examples/functions.ts";

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = textOf("../README.md");

describe("the README", () => {
  it("shows the adopting agent that is run below", () => {
    const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1]);
    expect(blocks).toEqual([textOf("./examples/adopt.ts")]);
  });

  it("shows the block that is rendered", () => {
    const shown = /^```text\n([\s\S]*?)\n```$/m.exec(readme)?.[1];
    const [, , , rendered] = runExamples() as [unknown, unknown, unknown, { text: string }];
    expect(shown).toBe(rendered.text);
  });
});

describe("an agent with nothing else", () => {
  it("keeps a rule over compactions that lose it", async () => {
    const messages = [{ role: "user", content: "Build it. Never use semicolons!" }];
    const session: Parameters<typeof compact>[0] = { messages };
    expect(request(session)).toBe(session.messages);
    const asked: string[] = [];
    const answers = [["Never use semicolons!", "Use tabs"], [], undefined];
    for (const quotes of answers) {
      await compact(session, async (prompt, history) => {
        asked.push(prompt, ...history.map(({ content }) => content));
        return { summary: "Built half of it.", quotes };
      });
      session.messages.push({ role: "user", content: "Go on" });
      const sent = request(session);
      expect(sent.slice(0, -1)).toEqual(session.messages);
      expect(sent.at(-1)?.role).toBe("user");
      expect(sent.at(-1)?.content).toContain('\n- "Never use semicolons!"\n## Goal\n');
      expect(sent.at(-1)?.content).not.toContain("tabs");
    }
    expect(asked.join("\n")).not.toContain("<invariants");
    expect(session.contextInvariants).toEqual({
      version: 1,
      instructions: ["Never use semicolons!"],
    });
  });
});

describe("documentation comments", () => {
  it("show examples that are run", () => {
    const [prompt, accepted, reading] = runExamples();
    expect(prompt).toContain('"quotes"');
    expect(accepted).toEqual({
      stored: { version: 1, instructions: ["Never use semicolons"] },
      added: ["Never use semicolons"],
      refusals: [{ quote: "Be nice", reason: "not_verbatim" }],
    });
    expect(reading).toMatchObject({
      stored: { instructions: [] },
      diagnostics: [{ path: "stored.instructions[0]" }],
    });
    const run = textOf("./examples/functions.ts").replace(/^ +/gm, "");
    const sources = readdirSync(new URL("../src/", import.meta.url)).filter((name) =>
      name.endsWith(".ts"),
    );
    const examples = sources.flatMap((name) =>
      [...textOf(`../src/${name}`).matchAll(/ \* ```ts\n([\s\S]*?) \* ```/g)].map((match) =>
        (match[1] ?? "").replace(/^ \* +/gm, ""),
      ),
    );
    expect(examples).toHaveLength(4);
    for (const example of examples) expect(run).toContain(example);
  });
});
