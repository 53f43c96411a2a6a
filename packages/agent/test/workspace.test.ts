import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAgentRunner } from "../src/index.ts";
import { call } from "./support/fake-model.ts";
import { sha256 } from "./support/fake-workspace.ts";
import { bench, fakeModel, OFF } from "./support/harness.ts";

const results = (history: readonly { role: string }[]) =>
  history.flatMap((message) => {
    const { role, content, isError } = message as unknown as {
      role: string;
      content: string;
      isError?: true;
    };
    return role === "tool" ? [{ content, isError: isError === true }] : [];
  });

test("the public function works on real files and processes", async () => {
  const it = await bench({
    onDisk: { "a.txt": "one\n", "sub/AGENTS.md": "Nested rule.\n", "sub/b.txt": "two\n" },
  });
  const runner = await createAgentRunner(
    it.options(
      fakeModel([
        { calls: [call("read_file", { path: "a.txt" }), call("read_file", { path: "sub/b.txt" })] },
        {
          calls: [
            call("edit_file", {
              path: "a.txt",
              expectedSha256: sha256("one\n"),
              oldText: "one",
              newText: "ONE",
            }),
            call("run_process", { command: process.execPath, args: ["-p", "process.env.SEEN"] }),
            call("read_file", { path: "../outside" }),
          ],
        },
        { calls: [call("read_file", { path: "a.txt" })] },
        { text: "done" },
      ]),
      { governance: { ...OFF, mode: "on" }, environment: { SEEN: "seen" } },
    ),
  );
  expect(await runner.run("go")).toMatchObject({ end: "completed" });
  const [first, nested, edited, ran, outside, again] = results(runner.history);
  expect(JSON.parse(first?.content as string)).toMatchObject({
    sha256: sha256("one\n"),
    content: "one\n",
  });
  expect(nested?.content).toContain("Nested rule.");
  expect(JSON.parse(edited?.content as string)).toMatchObject({ sha256: sha256("ONE\n") });
  expect(JSON.parse(ran?.content as string)).toMatchObject({ stdout: "seen\n", exitCode: 0 });
  expect(outside).toMatchObject({ isError: true, content: expect.stringContaining("--add-dir") });
  expect(JSON.parse(again?.content as string)).toMatchObject({ content: "ONE\n" });
  expect(readFileSync(join(it.root, "a.txt"), "utf8")).toBe("ONE\n");
  expect(runner.governance.lastEvent).toMatchObject({
    elided: 1,
    elidedByReason: { superseded_read: 1 },
  });
  await runner.close();
});

test("an interruption ends a process with its children", async () => {
  const it = await bench({ onDisk: { "a.txt": "" } });
  const controller = new AbortController();
  const command = `node -e 'setTimeout(() => require("fs").writeFileSync("late", ""), 700)' & echo started; wait`;
  const runner = await createAgentRunner(
    it.options(fakeModel([{ calls: [call("shell", { command })] }]), {
      environment: { PATH: process.env["PATH"] },
    }),
  );
  runner.subscribe(({ event }) => {
    if (event.type === "tool.output") controller.abort();
  });
  expect(await runner.run("go", { signal: controller.signal })).toMatchObject({
    end: "interrupted",
  });
  expect(results(runner.history)[0]).toMatchObject({
    isError: true,
    content: expect.stringMatching(/^interrupted/),
  });
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(existsSync(join(it.root, "late"))).toBe(false);
  await runner.close();
});

test("an approved directory outside is worked in, another one is not", async () => {
  const it = await bench({ onDisk: { "a.txt": "" } });
  const outside = await bench({ onDisk: { "b.txt": "b\n" } });
  symlinkSync(outside.root, join(it.root, "link"));
  const read = () => ({ calls: [call("read_file", { path: "link/b.txt" })] });
  const runner = await createAgentRunner(it.options(fakeModel([read(), { text: "no" }, read()])));
  await runner.run("go");
  await runner.allowDirectory(outside.root);
  await runner.run("go");
  const [refused, allowed] = results(runner.history);
  expect(refused?.isError).toBe(true);
  expect(JSON.parse(allowed?.content as string)).toMatchObject({ content: "b\n" });
  await expect(runner.allowDirectory(join(outside.root, "none"))).rejects.toThrow();
  await runner.close();
});

test("a process in the background is told of when it ends, also after the run", async () => {
  const it = await bench();
  const runner = await createAgentRunner(
    it.options(fakeModel([{ calls: [call("shell", { command: "exit 3", background: true })] }])),
  );
  const exited = new Promise<unknown>((resolve) => {
    runner.subscribe(({ event }) => event.type === "background.exited" && resolve(event));
  });
  await runner.run("go");
  expect(await exited).toMatchObject({ exitCode: 3 });
  await runner.close();
});
