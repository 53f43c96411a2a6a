import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "./support/fake-model.ts";
import { bench, fakeModel } from "./support/harness.ts";

const onDisk = {
  "AGENTS.md": "Root rule.\n",
  "sub/AGENTS.md": "Nested rule.\n",
  "sub/a": "1",
  "sub/b": "2",
};
const workspace = { files: { "sub/a": "1", "sub/b": "2" } };
const read = (path: string, id?: string) => call("read_file", { path }, id);
const write = (path: string, id?: string) => call("write_file", { path, content: "x" }, id);

/** Contents of the results, in order. */
const contents = (history: readonly { role: string }[]) =>
  history.flatMap((message) =>
    message.role === "tool" ? [(message as unknown as { content: string }).content] : [],
  );

test("the system message holds the instructions of the start", async () => {
  const it = await bench({ onDisk });
  const runner = await it.open(fakeModel([]));
  await runner.run("go");
  const [system] = runner.history as [{ role: string; text: string }];
  expect(system.role).toBe("system");
  expect(system.text).toContain("Root rule.");
  expect(system.text).not.toContain("Nested rule.");
});

test("a read gets them with its result, parallel reads once", async () => {
  const it = await bench({ onDisk, workspace });
  const runner = await it.open(
    fakeModel([{ calls: [read("sub/a", "1"), read("sub/b", "2")] }, { calls: [read("sub/a")] }]),
  );
  await runner.run("go");
  const [first, second, third] = contents(runner.history);
  expect(first).toMatch(/^\{.*\}\n\n[\s\S]*Nested rule\./);
  expect(second).not.toContain("Nested rule.");
  expect(third).not.toContain("Nested rule.");
  expect(it.of("instructions.attached")).toEqual([
    { type: "instructions.attached", callId: "1", paths: ["sub/AGENTS.md"], returned: false },
  ]);
});

test.each([
  ["write", () => write("sub/new")],
  ["process", () => call("shell", { command: "cat sub/a" })],
] as const)("a %s comes back once, and runs the next time", async (_name, make) => {
  const it = await bench({ onDisk, workspace });
  const runner = await it.open(fakeModel([{ calls: [make()] }, { calls: [make()] }]));
  await runner.run("go");
  const [first, second] = runner.history.filter(({ role }) => role === "tool") as unknown as {
    content: string;
    isError?: boolean;
  }[];
  expect(first).toMatchObject({ isError: true });
  expect(first?.content).toContain("Nested rule.");
  expect(second).not.toHaveProperty("isError");
  expect(it.workspace.ran).toHaveLength(1);
  expect(it.of("instructions.attached")).toMatchObject([{ returned: true }]);
  // A call that did not run is told of as finished all the same.
  expect(it.of("tool.started")).toHaveLength(1);
  expect(it.of("tool.finished")).toHaveLength(2);
});

test("of one answer every write that touches them comes back, the text once, though a read attaches it", async () => {
  const it = await bench({ onDisk, workspace });
  const runner = await it.open(
    fakeModel([{ calls: [read("sub/a"), write("sub/c"), write("sub/d"), write("e")] }]),
  );
  await runner.run("go");
  const all = contents(runner.history);
  expect(all.filter((text) => text.includes("Nested rule."))).toHaveLength(1);
  expect([...it.workspace.files.keys()]).toEqual(["sub/a", "sub/b", "e"]);
});

test("a changed file comes again", async () => {
  const it = await bench({ onDisk, workspace });
  const runner = await it.open(
    fakeModel([{ calls: [read("sub/a")] }, { text: "ok" }, { calls: [write("sub/a")] }]),
  );
  await runner.run("go");
  writeFileSync(join(it.root, "sub/AGENTS.md"), "Another rule.\n");
  await runner.run("go");
  expect(contents(runner.history).at(-1)).toContain("Another rule.");
  expect(it.workspace.ran).toHaveLength(1);
});

test("what was seen is known after a resume, and the root's file that changed comes with the next touch", async () => {
  const it = await bench({ onDisk, workspace });
  const first = await it.open(fakeModel([{ calls: [read("sub/a")] }]));
  await first.run("go");
  await first.close();
  const system = first.history[0];

  const second = await it.open(fakeModel([{ calls: [write("sub/a")] }]), {
    sessionId: first.sessionId,
  });
  await second.run("go");
  expect(it.workspace.ran).toHaveLength(2);
  await second.close();

  writeFileSync(join(it.root, "AGENTS.md"), "New root rule.\n");
  const third = await it.open(fakeModel([{ calls: [write("e")] }, { calls: [write("e")] }]), {
    sessionId: first.sessionId,
  });
  await third.run("go");
  expect(third.history[0]).toEqual(system);
  expect(contents(third.history).at(-2)).toContain("New root rule.");
  expect(it.workspace.files.has("e")).toBe(true);
  await third.close();
});

test("a session that lost the tracker's state attaches them once more", async () => {
  const it = await bench({ onDisk, workspace });
  const first = await it.open(fakeModel([{ calls: [read("sub/a")] }]));
  await first.run("go");
  await first.close();
  const path = join(it.sessions, `${first.sessionId}.jsonl`);
  const lines = it
    .text(first.sessionId)
    .split("\n")
    .filter((line) => !line.includes('"instructionTracker"'));
  writeFileSync(path, lines.join("\n"));
  const second = await it.open(fakeModel([{ calls: [read("sub/a")] }]), {
    sessionId: first.sessionId,
  });
  await second.run("go");
  expect(contents(second.history).at(-1)).toContain("Nested rule.");
});

test("context_explain gives the value that the command line prints", async () => {
  const it = await bench({ onDisk, workspace });
  const runner = await it.open(
    fakeModel([
      {
        calls: [
          call("context_explain", { path: "sub/a" }),
          call("context_explain", {}),
          call("context_explain", { path: "../.." }),
        ],
      },
    ]),
  );
  await runner.run("go");
  const [explained, wrong, outside] = contents(runner.history);
  expect(JSON.parse(explained as string)).toMatchObject({
    schemaVersion: 1,
    target: "sub/a",
    files: [{ path: "AGENTS.md" }, { path: "sub/AGENTS.md" }],
  });
  expect(wrong).toBe("path has to be a string.");
  expect(outside).toContain("outside");
});

test("a result that holds them is never elided, so that they stay", async () => {
  const it = await bench({ onDisk, workspace: { files: { "sub/a": "1".repeat(500) } } });
  const model = fakeModel([
    { calls: [read("sub/a", "r1")] },
    { calls: [read("sub/a", "r2")] },
    { calls: [write("sub/a", "w")] },
    { calls: [call("shell", { command: "x" })] },
    { text: "ok" },
  ]);
  const governance = {
    mode: "on",
    minAgeTurns: 1,
    epochMessages: 0,
    maxInvariantCharacters: 4000,
  } as const;
  const runner = await it.open(model, { governance });
  await runner.run("go");
  expect(it.of("context_governed").at(-1)).toMatchObject({ elided: 1 });
  expect(model.sent.at(-1)).toContain("Nested rule.");
});
