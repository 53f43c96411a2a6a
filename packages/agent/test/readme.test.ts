import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask } from "./examples/first-run.ts";
import { newestEvents } from "./examples/follow.ts";
import { model } from "./examples/scripted.ts";
import { sha256 } from "./support/fake-workspace.ts";
import { temporaryDirectory, writeFiles } from "./support/harness.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = new URL("./examples/", import.meta.url);

test("the README shows exactly the examples that run here", () => {
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  const files = readdirSync(examples).map((file) => readFileSync(new URL(file, examples), "utf8"));
  expect([...shown].sort()).toEqual([...files].sort());
});

test("the examples do what they say", async () => {
  const directory = temporaryDirectory();
  const workspace = join(directory, "project");
  writeFiles(workspace, { "a.txt": "hello\n" });
  const { end, text, sessionId, seen } = await ask(
    "Which hash has a.txt?",
    workspace,
    directory,
    model,
  );
  expect(end).toBe("completed");
  expect(text).toBe(`It has the hash ${sha256("hello\n")}.`);
  expect(seen).toContain("context_governed");
  expect(readdirSync(join(directory, "sessions"))).toEqual([`${sessionId}.jsonl`]);

  const controller = new AbortController();
  const types: string[] = [];
  for await (const { event } of newestEvents(join(directory, "sessions"), controller.signal)) {
    types.push(event.type);
    if (event.type === "run.finished") controller.abort();
  }
  expect(types).toEqual(seen.filter((type) => type !== "text.delta" && type !== "tool.output"));
});
