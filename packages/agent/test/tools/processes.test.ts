import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createWorkspace } from "./workspace.ts";

/** Whether a process runs; one that nobody has waited for yet doesn't any more. */
function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${processId}/stat`;
  if (!existsSync("/proc/self/stat")) return true;
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}

const gone = (processId: number): Promise<void> =>
  vi.waitFor(() => expect(isAlive(processId)).toBe(false), { timeout: 5_000 });

/** The process ids that a command printed, one a line. */
const idsIn = (text: unknown): number[] => String(text).trim().split("\n").map(Number);

/** Prints its own id and that of a child, neither of which ends by itself. */
const FAMILY = "sleep 1000 & echo $$; echo $!; wait";
/** The same, deaf to SIGTERM. */
const STUBBORN = "trap '' TERM; sleep 1000 & echo $$; echo $!; wait; wait; sleep 1000";

describe("run_process and shell", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      "shell",
      { command: "echo out; echo err >&2; exit 3" },
      { stdout: "out\n", stderr: "err\n", exitCode: 3 },
    ],
    ["shell", { command: "cat" }, { stdout: "" }],
    ["shell", { command: "kill -9 $$" }, { exitCode: null, signal: "SIGKILL" }],
    ["run_process", { command: "echo", args: ["$HOME", "a b", ""] }, { stdout: "$HOME a b \n" }],
    ["run_process", { command: "true", args: null }, { stdout: "" }],
    ["run_process", { command: "env" }, { stdout: "A=1\nPATH=/usr/bin:/bin\n" }],
  ])("%s %j", async (name, args, expected) => {
    vi.stubEnv("ALISIO_TEST_SECRET", "x");
    const { result } = createWorkspace(
      {},
      { environment: { A: "1", PATH: "/usr/bin:/bin", B: undefined } },
    );
    expect(await result(name, args)).toEqual({
      stdout: "",
      stderr: "",
      exitCode: 0,
      truncated: false,
      ...expected,
    });
    vi.unstubAllEnvs();
  });

  it("start where the session began, or in a directory of the workspace", async () => {
    const { root, result, refusal } = createWorkspace({ "a/b/c": "" });
    mkdirSync(path.join(root, "start"));
    expect(await result("shell", { command: "pwd" })).toMatchObject({ stdout: `${root}\n` });
    expect(await result("shell", { command: "pwd", cwd: "a/b" })).toMatchObject({
      stdout: `${realpathSync(root)}/a/b\n`,
    });
    expect(await refusal("shell", { command: "pwd", cwd: "a/b/c" })).toContain("no directory");
    expect(await refusal("shell", { command: "pwd", cwd: "none" })).toContain("name a directory");
  });

  it.each([
    ["run_process", { command: "no-such-program" }, "there is no such program"],
    ["run_process", { command: "./not-executable" }, "permission denied"],
    ["run_process", { command: "." }, "could not be started"],
    ["run_process", { command: "echo", args: ["a\0b"] }, "NUL"],
    ["run_process", { command: "echo", args: "a" }, "array of strings"],
    ["run_process", { command: "echo", args: [1] }, "array of strings"],
    ["run_process", { command: "echo", args: ["x".repeat(3_000_000)] }, "too long"],
    ["shell", { command: "true", timeoutMs: 1_800_001 }, "background"],
    ["shell", { command: "true", timeoutMs: 0 }, "timeoutMs has to be"],
    ["shell", { command: "true", background: "yes" }, "true or false"],
    ["shell", { command: "true", args: [] }, 'no argument "args"'],
    ["shell", {}, "command is missing"],
  ])("%s says why it runs nothing: %#", async (name, args, message) => {
    const { refusal } = createWorkspace({ "not-executable": "x" });
    expect(await refusal(name, args)).toContain(message);
  });

  it("gives the beginning and the end of a long output and says what is left out", async () => {
    const { result } = createWorkspace({}, { limits: { maxOutputCharacters: 20 } });
    const command =
      "printf 'begin'; head -c 1000000 /dev/zero | tr '\\0' x; printf 'end'; echo e >&2";
    expect(await result("shell", { command })).toEqual({
      stdout: "beginxxxxx\n[... 999988 characters left out ...]\nxxxxxxxend",
      stderr: "e\n",
      exitCode: 0,
      truncated: true,
    });
  });

  it("decodes characters that arrive in pieces, and tells of output as it comes", async () => {
    const { call } = createWorkspace();
    const seen: string[] = [];
    const command = "printf '\\360\\237'; sleep 0.1; printf '\\230\\200!'; printf '\\377'";
    const { text } = await call("shell", { command }, { onOutput: (part) => seen.push(part) });
    expect(JSON.parse(text)).toMatchObject({ stdout: "😀!\ufffd" });
    expect(seen.join("")).toBe("😀!\ufffd");
  });

  it.each([FAMILY, STUBBORN])("end with their group on time-out: %s", async (command) => {
    const { call } = createWorkspace({}, { limits: { killGraceMs: 200 } });
    const { text, isError } = await call("shell", { command, timeoutMs: 300 });
    expect(isError).toBe(true);
    const result = JSON.parse(text) as Record<string, unknown>;
    expect(result).toMatchObject({ timedOut: true, exitCode: null });
    const ids = idsIn(result["stdout"]);
    expect(ids).toHaveLength(2);
    for (const id of ids) await gone(id);
  });

  it.each([FAMILY, STUBBORN])("end with their group on abort: %s", async (command) => {
    const { call } = createWorkspace({}, { limits: { killGraceMs: 200 } });
    const controller = new AbortController();
    let printed = "";
    const onOutput = (text: string): void => {
      printed += text;
      if (printed.split("\n").length > 2) controller.abort();
    };
    const { text, isError } = await call(
      "shell",
      { command },
      { signal: controller.signal, onOutput },
    );
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ interrupted: true });
    for (const id of idsIn(printed)) await gone(id);
  });

  it("leave nothing behind, and are not kept waiting by it", async () => {
    const { result } = createWorkspace();
    for (const command of ["sleep 1000 & echo $!", "sleep 1000 >/dev/null 2>&1 & echo $!"]) {
      const { stdout, exitCode } = await result("shell", { command });
      expect(exitCode).toBe(0);
      for (const id of idsIn(stdout)) await gone(id);
    }
  });

  it("are not kept waiting by what left the group", async () => {
    const { result } = createWorkspace();
    const { stdout } = await result("shell", { command: "setsid sleep 30 & echo $!" });
    for (const id of idsIn(stdout)) if (isAlive(id)) process.kill(id, "SIGKILL");
  });

  it("do nothing after an abort or once closed", async () => {
    const { root, call, close } = createWorkspace();
    const args = { command: "echo x > made" };
    expect((await call("shell", args, { signal: AbortSignal.abort() })).isError).toBe(true);
    await close();
    expect((await call("shell", args)).text).toContain("closed");
    expect(existsSync(path.join(root, "made"))).toBe(false);
  });
});

describe("background tasks", () => {
  it("run beside the conversation and are read by offset", async () => {
    const { result, onBackgroundExit } = createWorkspace();
    const exits: unknown[] = [];
    onBackgroundExit((exit) => exits.push(exit));
    const command = "echo one; echo two >&2; sleep 0.2; echo three; exit 4";
    expect(await result("shell", { command, background: true })).toEqual({
      id: "task-1",
      status: "running",
    });
    await vi.waitFor(() => expect(exits).toEqual([{ id: "task-1", exitCode: 4 }]));
    const all = { id: "task-1", status: "exited", exit_code: 4 };
    const whole = await result("bg_output", { id: "task-1" });
    expect(whole).toMatchObject({ ...all, next_offset: 14, eof: true });
    expect(String(whole["text"]).split("\n").sort()).toEqual(["", "one", "three", "two"]);
    const text = String(whole["text"]);
    expect(await result("bg_output", { id: "task-1", offset: 3, limit: 4 })).toEqual({
      ...all,
      text: text.slice(3, 7),
      next_offset: 7,
      eof: false,
    });
    expect(await result("bg_output", { id: "task-1", offset: 14 })).toEqual({
      ...all,
      text: "",
      next_offset: 14,
      eof: true,
    });
  });

  it("are polled while they run", async () => {
    const { result } = createWorkspace();
    await result("run_process", { command: "sleep", args: ["1000"], background: true });
    expect(await result("bg_output", { id: "task-1", offset: null, limit: null })).toEqual({
      id: "task-1",
      status: "running",
      text: "",
      next_offset: 0,
      eof: false,
    });
  });

  it.each([
    [FAMILY, { status: "stopped", signal: "SIGTERM" }],
    [STUBBORN, { status: "stopped", signal: "SIGKILL" }],
    [
      "trap 'echo bye; exit 7' TERM; echo $$; echo $$; while :; do sleep 0.01; done",
      { status: "stopped", exit_code: 7 },
    ],
  ])("are stopped with their group: %s", async (command, expected) => {
    const { result } = createWorkspace({}, { limits: { killGraceMs: 300 } });
    await result("shell", { command, background: true });
    const output = async (): Promise<unknown> =>
      (await result("bg_output", { id: "task-1" }))["text"];
    await vi.waitFor(async () => expect(idsIn(await output())).toHaveLength(2));
    const ids = idsIn(await output());
    expect(await result("bg_stop", { id: "task-1" })).toEqual({ id: "task-1", ...expected });
    for (const id of ids) await gone(id);
    expect(await result("bg_stop", { id: "task-1" })).toEqual({ id: "task-1", ...expected });
    if ("exit_code" in expected) expect(await output()).toContain("bye");
  });

  it("end by their own time-out, and on close", async () => {
    const { result, close, onBackgroundExit } = createWorkspace(
      {},
      { limits: { killGraceMs: 200 } },
    );
    const exits: { id: string }[] = [];
    onBackgroundExit((exit) => exits.push(exit));
    await result("shell", { command: FAMILY, background: true, timeoutMs: 200 });
    await result("shell", { command: FAMILY, background: true });
    await vi.waitFor(async () => {
      expect(idsIn((await result("bg_output", { id: "task-2" }))["text"])).toHaveLength(2);
      expect(exits.map(({ id }) => id)).toEqual(["task-1"]);
    });
    const ids = idsIn((await result("bg_output", { id: "task-2" }))["text"]);
    await Promise.all([close(), close()]);
    for (const id of ids) await gone(id);
    expect(exits.map(({ id }) => id)).toEqual(["task-1", "task-2"]);
  });

  it("end with the agent's process, which is left as it was once nothing runs", async () => {
    const { result } = createWorkspace();
    const before = process.listeners("exit");
    await result("shell", { command: FAMILY, background: true });
    const added = process.listeners("exit").filter((listener) => !before.includes(listener));
    expect(added).toHaveLength(1);
    const output = async (): Promise<unknown> =>
      (await result("bg_output", { id: "task-1" }))["text"];
    await vi.waitFor(async () => expect(idsIn(await output())).toHaveLength(2));
    const ids = idsIn(await output());
    for (const listener of added) Reflect.apply(listener, process, [0]);
    for (const id of ids) await gone(id);
    await vi.waitFor(() => expect(process.listeners("exit")).toEqual(before));
  });

  it.each([
    ["bg_output", { id: "none" }, "known are: task-1"],
    ["bg_stop", { id: "none" }, "known are: task-1"],
    ["bg_output", {}, "id is missing"],
    ["bg_output", { id: "task-1", limit: 0 }, "limit has to be"],
    ["bg_output", { id: "task-1", limit: 100_001 }, "limit has to be"],
    ["bg_output", { id: "task-1", offset: -1 }, "offset has to be"],
    ["run_process", { command: "none", background: true }, "no such program"],
    ["shell", { command: "true", background: true }, "run already"],
  ])("%s says what is wrong: %j", async (name, args, message) => {
    const limits = { maxBackgroundTasks: name === "shell" ? 1 : 2 };
    const { result, refusal } = createWorkspace({}, { limits });
    await result("shell", { command: "sleep 1000", background: true });
    expect(await refusal(name, args)).toContain(message);
  });

  it("are forgotten, oldest first, once many are over", async () => {
    const { result, refusal, onBackgroundExit } = createWorkspace();
    let ended = 0;
    onBackgroundExit(() => {
      ended += 1;
    });
    for (let count = 1; count <= 20; count += 1) {
      await result("run_process", { command: "true", background: true });
      await vi.waitFor(() => expect(ended).toBe(count));
    }
    expect(await refusal("bg_output", { id: "task-4" })).toContain("no background task");
    expect(await result("bg_output", { id: "task-5" })).toMatchObject({ eof: true, exit_code: 0 });
  });

  it("drop the oldest output over the limit and say so", async () => {
    const { result, onBackgroundExit } = createWorkspace(
      {},
      { limits: { maxBackgroundCharacters: 10 } },
    );
    const ended = new Promise((resolve) => onBackgroundExit(resolve));
    await result("shell", { command: "printf '%0100d' 7", background: true });
    await ended;
    expect(await result("bg_output", { id: "task-1" })).toMatchObject({
      text: "0000000007",
      dropped: 90,
      next_offset: 100,
      eof: true,
    });
  });
});
