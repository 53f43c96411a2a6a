import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createAgentRunner } from "../../src/index.ts";
import { parseTurnScript } from "../../src/scripted.ts";
import { bench, fakeModel } from "../support/harness.ts";

const page = readFileSync(new URL("../../../../docs/turn-scripts.md", import.meta.url), "utf8");

test("the documented script is one", () => {
  const examples = [...page.matchAll(/^```json\n([^`]*)^```$/gm)].map(([, code = ""]) => code);
  expect(examples).toHaveLength(1);
  for (const example of examples) expect(parseTurnScript(example).problems).toEqual([]);
});

test("the page names every tool with its arguments", async () => {
  const it = await bench();
  const model = fakeModel([{ text: "ok" }]);
  const runner = await createAgentRunner(it.options(model));
  await runner.run("go");
  await runner.close();
  const offered = model.requests[0]?.tools.map(({ name, parameters }) => {
    const { properties, required = [] } = parameters as {
      properties: object;
      required?: readonly string[];
    };
    const names = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
    return [name, names.sort()];
  });
  const documented = page.split("\n").flatMap((line) => {
    const [, tools = "", args = ""] = line.split("|");
    const words = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
    // Rows of other tables begin with keys, none of which reads like a tool's name.
    return words(tools).flatMap((name) =>
      /^(?:[a-z]+_[a-z]+|shell|task)$/.test(name) ? [[name, words(args).sort()]] : [],
    );
  });
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(offered ?? []));
});
