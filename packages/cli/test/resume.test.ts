import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree, run } from "./helpers.ts";
import { makeSessionsHome } from "./sessions-home.ts";

const script = JSON.stringify({
  schemaVersion: 1,
  name: "test",
  turns: [{ text: "first" }, { text: "second" }, { text: "third" }],
});

/** A tree with one session of one answer; gives its id. */
async function started(): Promise<{
  readonly tree: string;
  readonly id: string;
  readonly file: string;
}> {
  const tree = makeTree({
    "work/.git/": "",
    "other/.git/": "",
    "home/": "",
    "s.json": script,
  });
  const file = join(tree, "s.json");
  const { stderr, code } = await run(tree, ["run", "one", "--script", file]);
  expect(code).toBe(0);
  return { tree, file, id: /session ([\w-]+)/.exec(stderr)?.[1] ?? "" };
}

test("goes on by id, by its beginning and by its file, from any directory", async () => {
  const { tree, id, file } = await started();
  const path = join(tree, "home", ".local", "state", "alisio", "sessions", `${id}.jsonl`);
  const second = await run(tree, ["resume", id.slice(0, 6), "two", "--script", file]);
  expect(second).toMatchObject({ code: 0, stdout: "second\n" });
  const third = await run(tree, ["resume", path, "three", "--script", file], {
    workingDirectory: join(tree, "other"),
  });
  expect(third).toMatchObject({ code: 0, stdout: "third\n" });
  const [session, ...more] = (await run(tree, ["sessions", "list", "--json"])).json().sessions;
  expect(more).toEqual([]);
  expect(session).toMatchObject({ agent: "alisio", id, directory: join(tree, "work") });
  const report = await run(tree, [
    "context",
    "report",
    id.slice(0, 6),
    "--governor",
    "shadow",
    "--json",
  ]);
  expect(report.json().totals.messages).toBe(7);
});

test("a script that has no more answers says so", async () => {
  const { tree, id } = await started();
  const short = join(
    makeTree({ "s.json": '{"schemaVersion":1,"name":"short","turns":[]}' }),
    "s.json",
  );
  const { code, stderr } = await run(tree, ["resume", id, "two", "--script", short]);
  expect(code).toBe(1);
  expect(stderr).toContain("no answer turn-2");
});

test.each([
  ["nothing", "nothing is neither a file nor a session's id"],
  ["", "empty"],
  ["../s.json", "../s.json is no session that an agent keeps on this machine"],
  [".", ". is no session that an agent keeps on this machine"],
  ["../../etc/passwd", "is neither a file nor a session's id"],
])("%j is refused", async (named, said) => {
  const { tree, file } = await started();
  const { code, stdout, stderr } = await run(tree, ["resume", named, "--script", file]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(said);
});

test("another agent's session can't be gone on with", async () => {
  const tree = makeSessionsHome();
  const { code, stderr } = await run(tree, ["resume", "claude-1", "go on"]);
  expect(code).toBe(2);
  expect(stderr).toContain("claude-code");
});

test("a session whose directory is gone asks for another", async () => {
  const { tree, id, file } = await started();
  const { rmSync } = await import("node:fs");
  rmSync(join(tree, "work"), { recursive: true });
  const there = { workingDirectory: join(tree, "other") };
  const gone = await run(tree, ["resume", id, "two", "--script", file], there);
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining("--cwd DIR") });
  const args = ["resume", id, "two", "--script", file, "--cwd", "."];
  expect(await run(tree, args, there)).toMatchObject({ code: 0, stdout: "second\n" });
});

test("nothing is left to do: it says so and asks the model nothing new by itself", async () => {
  const { tree, id, file } = await started();
  const { code } = await run(tree, ["resume", id, "--script", file]);
  expect(code).toBe(0);
});
