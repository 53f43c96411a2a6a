import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { AgentError, type ApprovalRequest } from "../src/index.ts";
import { call } from "./support/fake-model.ts";
import { fakeTool, json } from "./support/fake-workspace.ts";
import { bench, fakeModel } from "./support/harness.ts";

/** Results by call id, as the next request carried them. */
function results(sent: string): Record<string, { text: string; isError: boolean }> {
  const messages = JSON.parse(sent) as {
    role: string;
    callId: string;
    content: string;
    isError?: boolean;
  }[];
  return Object.fromEntries(
    messages
      .filter(({ role }) => role === "tool")
      .map(({ callId, content, isError }) => [
        callId,
        { text: content, isError: isError === true },
      ]),
  );
}

test("every call gets a result, in the order of the calls", async () => {
  const it = await bench({
    workspace: {
      files: { a: "1" },
      more: [
        fakeTool("broken", "none", async () => {
          throw new Error("disk\u0007 gone");
        }),
        fakeTool("slow", "read", async () => {
          await wait(30);
          return json({ slow: true });
        }),
      ],
    },
  });
  const model = fakeModel([
    {
      calls: [
        call("slow", {}, "1"),
        call("read_file", { path: "a" }, "2"),
        call("nothing_of_that_name", {}, "3"),
        call("read_file", ["a"], "4"),
        call("read_file", null, "5"),
        call("broken", {}, "6"),
        call("write_file", { path: "b", content: "2" }, "7"),
        call("read_file", { path: "b" }, "8"),
      ],
    },
  ]);
  const runner = await it.open(model);
  expect((await runner.run("go")).end).toBe("completed");
  const stored = it
    .records(runner.sessionId)
    .flatMap((record) =>
      record.type === "message" && record.message.role === "tool" ? [record.message.callId] : [],
    );
  expect(stored).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  const found = results(model.sent[1] as string);
  expect(found["3"]).toMatchObject({ isError: true });
  expect(found["3"]?.text).toContain("read_file");
  expect(found["4"]).toEqual({ isError: true, text: "The arguments have to be one JSON object." });
  expect(found["5"]?.isError).toBe(true);
  expect(found["6"]).toEqual({ isError: true, text: "The tool failed: disk gone" });
  // The write was done before the read that follows it.
  expect(JSON.parse(found["8"]?.text as string)).toMatchObject({ content: "2" });
  expect(it.of("tool.finished").map(({ callId }) => callId)).toEqual(stored);
});

test("reads that follow each other run at the same time, writes and processes do not", async () => {
  let running = 0;
  let most = 0;
  const counting = (effect: "read" | "process") =>
    fakeTool(`${effect}_slowly`, effect, async () => {
      running += 1;
      most = Math.max(most, running);
      await wait(10);
      running -= 1;
      return json({});
    });
  const it = await bench({ workspace: { more: [counting("read"), counting("process")] } });
  const three = (name: string) => [1, 2, 3].map(() => call(name, {}));
  const runner = await it.open(
    fakeModel([{ calls: three("read_slowly") }, { calls: three("process_slowly") }]),
  );
  const seen: number[] = [];
  runner.subscribe(({ event }) => {
    if (event.type !== "request.started") return;
    seen.push(most);
    most = 0;
  });
  await runner.run("go");
  expect(seen).toEqual([0, 3, 1]);
});

test("without permission and without anybody to ask a call is refused, and says which flag allows it", async () => {
  const it = await bench();
  const model = fakeModel([
    {
      calls: [
        call("write_file", { path: "a", content: "x" }, "w"),
        call("shell", { command: "ls" }, "p"),
        call("read_file", { path: "/outside/x" }, "o"),
      ],
    },
  ]);
  const runner = await it.open(model, {
    permissions: { write: false, process: false, readOnly: false, directories: [] },
  });
  await runner.run("go");
  const found = results(model.sent[1] as string);
  expect(found["w"]?.text).toContain("--allow-write");
  expect(found["p"]?.text).toContain("--allow-process");
  expect(found["o"]?.text).toBe(
    "Not run: using paths outside the workspace is not allowed in this run; the user can allow it with --add-dir.",
  );
  expect(Object.values(found).every(({ isError }) => isError)).toBe(true);
  expect(it.workspace.ran).toEqual([]);
  expect(it.of("approval.requested")).toEqual([]);
});

test("who is asked answers once, for the session, or denies", async () => {
  const it = await bench();
  const write = (id: string) => call("write_file", { path: id, content: "" }, id);
  const model = fakeModel([
    { calls: [write("1")] },
    { calls: [write("2")] },
    { calls: [write("3"), write("4")] },
    {
      calls: [
        call("read_file", { path: "/outside/x" }, "5"),
        call("read_file", { path: "/outside/y" }, "6"),
      ],
    },
  ]);
  const asked: ApprovalRequest[] = [];
  const answers = ["deny", "once", "session", "session"] as const;
  const runner = await it.open(model, {
    permissions: { write: false, process: false, readOnly: false, directories: [] },
    approve: async (request) => {
      asked.push(request);
      return answers[asked.length - 1] ?? "deny";
    },
  });
  await runner.run("go");
  expect(asked.map(({ callId }) => callId)).toEqual(["1", "2", "3", "5"]);
  expect(asked[3]).toMatchObject({ directory: "/outside", effect: "read" });
  expect(it.workspace.ran).toEqual(["2", "3", "4", "5", "6"]);
  expect(it.of("approval.resolved").map(({ decision }) => decision)).toEqual([...answers]);
  expect(it.workspace.allowed).toEqual(["/outside"]);
  // Nothing of it is stored as a permission.
  expect(
    it
      .records(runner.sessionId)
      .filter(({ type }) => type === "state")
      .map((r) => (r as { key: string }).key),
  ).not.toContain("grants");
});

test("a directory allowed once is allowed for that call alone", async () => {
  const given: unknown[] = [];
  const look = fakeTool("look", "read", async (_args, { directories, callId }) => {
    given.push([callId, directories]);
    return json({});
  });
  const it = await bench({ workspace: { more: [look] } });
  const outside = (id: string) => call("look", { path: "/outside/x", cwd: "/outside/y" }, id);
  const runner = await it.open(
    fakeModel([{ calls: [outside("1"), outside("2")] }, { calls: [outside("3"), outside("4")] }]),
    { approve: async ({ callId }) => (callId === "3" ? "session" : "once") },
  );
  await runner.run("go");
  // For the second path of a call nobody is asked again; for the next call, also one of the same time.
  expect(it.of("approval.resolved").map(({ callId, decision }) => [callId, decision])).toEqual([
    ["1", "once"],
    ["2", "once"],
    ["3", "session"],
  ]);
  expect(given).toEqual([
    ["1", ["/outside"]],
    ["2", ["/outside"]],
    ["3", undefined],
    ["4", undefined],
  ]);
  expect(it.workspace.allowed).toEqual(["/outside"]);
});

test("many calls and many questions are no leak", async () => {
  const warnings: unknown[] = [];
  const listen = (warning: unknown): void => void warnings.push(warning);
  process.on("warning", listen);
  const ids = Array.from({ length: 40 }, (_, n) => `${n}`);
  let [running, most] = [0, 0];
  const look = fakeTool("look", "read", async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return json({});
  });
  const it = await bench({ workspace: { more: [look] } });
  const calls = ids.map((id) => call("look", { path: "/outside/x" }, id));
  const runner = await it.open(fakeModel([{ calls }]), { approve: async () => "once" });
  await runner.run("go");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
  expect(most).toBe(8);
  const answered = runner.history.flatMap((m) => (m.role === "tool" ? [m.callId] : []));
  expect(answered).toEqual(ids);
});

test("a question that fails is a no", async () => {
  const it = await bench();
  const model = fakeModel([{ calls: [call("shell", { command: "ls" }, "p")] }]);
  const runner = await it.open(model, {
    permissions: { write: false, process: false, readOnly: false, directories: [] },
    approve: async () => {
      throw new Error("no terminal");
    },
  });
  await runner.run("go");
  expect(it.workspace.ran).toEqual([]);
  expect(it.of("approval.resolved")).toEqual([
    { type: "approval.resolved", callId: "p", decision: "deny" },
  ]);
});

test("a read-only session offers no writes and runs none", async () => {
  const it = await bench();
  const model = fakeModel([{ calls: [call("write_file", { path: "a", content: "" }, "w")] }]);
  const runner = await it.open(model, {
    permissions: { write: true, process: true, readOnly: true, directories: [] },
  });
  await runner.run("go");
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual([
    "read_file",
    "skill_load",
    "skill_resource",
    "skill_search",
    "context_explain",
    "task",
  ]);
  expect(it.workspace.ran).toEqual([]);
});

test("ids that a server gives twice become the calls' own", async () => {
  const it = await bench({ workspace: { files: { a: "1" } } });
  const read = () => call("read_file", { path: "a" }, "call_0");
  const runner = await it.open(
    fakeModel([
      { calls: [read(), read()] },
      { calls: [read()] },
      { calls: [call("read_file", { path: "a" }, "")] },
    ]),
  );
  await runner.run("go");
  const ids = runner.history.flatMap((message) =>
    message.role === "assistant" ? (message.calls ?? []).map(({ id }) => id) : [],
  );
  expect(new Set(ids).size).toBe(4);
  expect(runner.history.flatMap((m) => (m.role === "tool" ? [m.callId] : []))).toEqual(ids);
});

test("an interruption in a tool: a result, the run's end, and a resume that goes on", async () => {
  const controller = new AbortController();
  const it = await bench({
    workspace: {
      more: [
        fakeTool("hang", "process", async (_args, { signal }) => {
          controller.abort();
          await new Promise(
            (resolve) =>
              signal.addEventListener("abort", resolve) ?? (signal.aborted && resolve(0)),
          );
          return { text: "killed", isError: true };
        }),
      ],
    },
  });
  const model = fakeModel([
    {
      text: "I try.",
      calls: [call("hang", {}, "1"), call("write_file", { path: "a", content: "" }, "2")],
    },
    { text: "Now it is done." },
  ]);
  const runner = await it.open(model);
  const result = await runner.run("go", { signal: controller.signal });
  expect(result.end).toBe("interrupted");
  const [first, second] = runner.history.filter(({ role }) => role === "tool");
  expect(first).toMatchObject({ callId: "1", isError: true });
  expect((first as { content: string }).content).toMatch(/^interrupted/);
  expect(second).toMatchObject({
    callId: "2",
    isError: true,
    content: "interrupted before it ran",
  });
  expect(it.workspace.ran).toEqual([]);
  expect(await runner.resume()).toMatchObject({ end: "completed", text: "Now it is done." });
  expect(model.requests[1]?.messages.at(-1)).toEqual(second);
});

test("what was done before the interruption is a result like any other", async () => {
  const controller = new AbortController();
  const it = await bench({
    workspace: {
      more: [
        fakeTool("finish", "write", async () => {
          controller.abort();
          return json({ path: "a", sha256: "0".repeat(64) });
        }),
      ],
    },
  });
  const runner = await it.open(fakeModel([{ calls: [call("finish", {}, "1")] }]));
  expect((await runner.run("go", { signal: controller.signal })).end).toBe("interrupted");
  expect(runner.history.at(-1)).not.toHaveProperty("isError");
});

test("a question that nobody answers ends with the run", async () => {
  const it = await bench();
  const controller = new AbortController();
  const runner = await it.open(fakeModel([{ calls: [call("shell", { command: "ls" }, "p")] }]), {
    permissions: { write: false, process: false, readOnly: false, directories: [] },
    approve: () => {
      controller.abort();
      return new Promise(() => {});
    },
  });
  expect((await runner.run("go", { signal: controller.signal })).end).toBe("interrupted");
  expect(runner.history.at(-1)).toMatchObject({
    callId: "p",
    content: "interrupted before it ran",
  });
});

test("a directory that can't be approved any more is a refusal, and no crash", async () => {
  const it = await bench();
  it.workspace.allowDirectory = async () => {
    throw new AgentError("invalid_option", "It is gone.");
  };
  const runner = await it.open(
    fakeModel([{ calls: [call("read_file", { path: "/outside/x" })] }]),
    {
      approve: async () => "session",
    },
  );
  expect((await runner.run("go")).end).toBe("completed");
  expect(runner.history.find(({ role }) => role === "tool")).toMatchObject({
    isError: true,
    content: "Not run: It is gone.",
  });
});

test.each(["", " \n"])("the prompt %j is none", async (prompt) => {
  const it = await bench();
  const model = fakeModel([]);
  const runner = await it.open(model);
  expect(await runner.run(prompt)).toMatchObject({
    end: "failed",
    problem: { code: "empty_prompt" },
  });
  expect(model.requests).toEqual([]);
});
