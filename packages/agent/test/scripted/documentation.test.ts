import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseTurnScript } from "../../src/scripted.ts";

test("the documented script is one", () => {
  const page = readFileSync(new URL("../../../../docs/turn-scripts.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/^```json\n([^`]*)^```$/gm)].map(([, code = ""]) => code);
  expect(examples).toHaveLength(1);
  for (const example of examples) expect(parseTurnScript(example).problems).toEqual([]);
});
