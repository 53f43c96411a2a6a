import { describe, expect, it } from "vitest";
import { FOLDED_PASTE_CHARACTERS } from "../../src/tui/pasted.ts";
import { createTestChat, frame, KEYS, pausing, type TestChat } from "./chat.ts";
import { createFakeRunner, fakeContext, opened } from "./fake-runner.ts";

const REQUEST = { callId: "1", tool: "write_file", effect: "write", detail: "src/a.ts" } as const;
const ask = (chat: TestChat, more: object = {}, signal = new AbortController().signal) =>
  chat.approve({ ...REQUEST, ...more }, { signal });

describe("prompts", () => {
  it("says what to do with the one that a script expects, until a key is pressed", async () => {
    const runner = createFakeRunner();
    const scripted = { ...opened(runner), scriptPrompt: "Fix it." };
    const chat = await createTestChat({ runner, ports: { open: async () => scripted } });
    expect(frame(chat)).toMatch(/Fix it\.\n.*Enter sends the prompt/);
    chat.type("!");
    expect(frame(chat)).not.toContain("Enter sends");
    chat.type(KEYS.enter);
    expect(chat.runner.calls).toEqual(["run Fix it.!"]);
  });

  it("one after the other: what comes while the agent works waits", async () => {
    const chat = await createTestChat();
    const finish = pausing(chat);
    chat.type("first", KEYS.enter, "second", KEYS.enter);
    expect(chat.runner.calls).toEqual(["run first"]);
    expect(frame(chat)).toContain("waits: second");
    finish();
    await chat.settle();
    expect(chat.runner.calls).toEqual(["run first", "run second"]);
    expect(chat.transcript()).toContain("› second");
    finish();
  });

  it("Escape interrupts, and gives what waited back", async () => {
    const chat = await createTestChat();
    pausing(chat);
    chat.type("first", KEYS.enter, "second", KEYS.enter, KEYS.escape);
    await chat.settle();
    expect(chat.transcript()).toContain("interrupted; /resume goes on");
    expect(chat.screen.editor.text).toBe("second");
    expect(chat.runner.calls).toEqual(["run first"]);
  });

  it("has lines, a history and pastes", async () => {
    const chat = await createTestChat();
    chat.type("one\\", KEYS.enter, "two", "\u001b\r", "three");
    expect(chat.screen.editor.text).toBe("one\ntwo\nthree");
    chat.type(KEYS.enter);
    expect(chat.runner.calls).toEqual(["run one\ntwo\nthree"]);
    await chat.settle();
    chat.type("draft", KEYS.up);
    expect(chat.screen.editor.text).toBe("one\ntwo\nthree");
    chat.type(KEYS.down);
    expect(chat.screen.editor.text).toBe("draft");
    const long = "x".repeat(FOLDED_PASTE_CHARACTERS);
    chat.type("\u0015see ", `\u001b[200~${long}\u001b[201~`);
    expect(chat.screen.editor.text).toBe("see [paste 1: 2,000 characters]");
    chat.type(KEYS.enter);
    expect(chat.runner.calls.at(-1)).toBe(`run see ${long}`);
  });

  it("Ctrl+C empties the field, then asks, then leaves", async () => {
    const chat = await createTestChat();
    chat.type("text", KEYS.ctrlC);
    expect(chat.screen.editor.text).toBe("");
    expect(chat.exits()).toBe(0);
    chat.type(KEYS.ctrlC);
    expect(frame(chat)).toContain("Ctrl+C again leaves");
    chat.advance(2500);
    chat.type(KEYS.ctrlC);
    expect(chat.exits()).toBe(0);
    chat.type(KEYS.ctrlC);
    expect(chat.exits()).toBe(1);
    chat.type(KEYS.ctrlD);
    expect(chat.exits()).toBe(2);
  });

  it("what can't be interrupted keeps nobody from leaving", async () => {
    const chat = await createTestChat();
    chat.runner.onRun = () => new Promise(() => {});
    chat.type("go", KEYS.enter, KEYS.ctrlC);
    expect(frame(chat)).toContain("interrupting ...");
    chat.type(KEYS.ctrlC, KEYS.ctrlC);
    expect(chat.exits()).toBe(1);
  });

  it("a rejected run is told and ends nothing", async () => {
    const chat = await createTestChat();
    chat.runner.onRun = () => Promise.reject(new Error("no \u001b[2Jspace"));
    chat.type("go", KEYS.enter);
    await chat.settle();
    expect(chat.transcript()).toContain("alisio: no \\u{1b}[2Jspace");
    expect(chat.screen.phase).toBe("idle");
  });
});

describe("approvals", () => {
  it("deny by default, and only what was chosen allows", async () => {
    const chat = await createTestChat();
    const cases = [
      [[KEYS.enter], "deny"],
      [["n"], "deny"],
      [[KEYS.escape], "deny"],
      [["y"], "once"],
      [["s"], "session"],
      [[KEYS.tab, KEYS.enter], "once"],
      [[KEYS.tab, KEYS.tab, KEYS.enter], "session"],
      [["q", " ", KEYS.enter], "deny"],
    ] as const;
    for (const [keys, decision] of cases) {
      const answer = ask(chat);
      chat.advance(600);
      expect(frame(chat)).toContain("May write_file write?");
      expect(frame(chat)).toContain("›n deny   y allow once   s allow until this process ends");
      chat.type(...keys);
      expect(await answer).toBe(decision);
    }
  });

  it("nobody who is writing allows what they have not read", async () => {
    const chat = await createTestChat();
    const answer = ask(chat);
    chat.type("yes please", KEYS.enter);
    chat.advance(300);
    chat.type("y");
    chat.advance(300);
    expect(frame(chat)).toContain("(answer when you have read it)");
    chat.advance(600);
    chat.type("n");
    expect(await answer).toBe("deny");
    expect(chat.screen.editor.text).toBe("yes pleasey");
  });

  it("asks nothing for a run that was interrupted already", async () => {
    const chat = await createTestChat();
    const controller = new AbortController();
    controller.abort();
    const answer = ask(chat, {}, controller.signal);
    expect(chat.screen.isAsking).toBe(false);
    expect(await answer).toBe("deny");
  });

  it("wait for each other, and end with the run", async () => {
    const chat = await createTestChat();
    const controller = new AbortController();
    const first = ask(chat, { callId: "a" }, controller.signal);
    const second = ask(chat, { callId: "b", directory: "/elsewhere" }, controller.signal);
    chat.advance(600);
    expect(frame(chat)).toContain("(1 more wait)");
    chat.type("y");
    expect(await first).toBe("once");
    expect(frame(chat)).toContain("Outside the workspace, the directory /elsewhere");
    controller.abort();
    expect(await second).toBe("deny");
    expect(chat.screen.isAsking).toBe(false);
  });

  it("show what would run as it is, all of it", async () => {
    const chat = await createTestChat({ rows: 16 });
    void ask(chat, {
      tool: "shell",
      effect: "process",
      detail: `rm\u200d -rf \u202e/\u001b[8m\n${"echo x\n".repeat(50)}LAST`,
    });
    chat.advance(600);
    expect(frame(chat)).toContain("rm\\u{200d} -rf \\u{202e}/\\u{1b}[8m");
    expect(frame(chat)).toMatch(/lines 1 to \d+ of 52/);
    expect(frame(chat)).not.toContain("LAST");
    for (let index = 0; index < 20; index++) chat.type("\u001b[6~");
    expect(frame(chat)).toContain("LAST");
  });
});

describe("what is shown", () => {
  it("an untrusted project, and how to trust it", async () => {
    const chat = await createTestChat({ context: fakeContext({ trusted: false }) });
    expect(chat.transcript()).toMatch(/not trusted: its skills[\s\S]*--trust-project/);
  });

  it("the context bar without a window, and past the threshold", async () => {
    const runner = createFakeRunner();
    const chat = await createTestChat({ runner, columns: 60 });
    runner.estimate = { tokens: 900, window: null, compactAt: null, messages: 1, compactions: 0 };
    expect(frame(chat)).toContain("context ~900 tokens, window unknown, 1 message");
    runner.estimate = {
      tokens: 300_000,
      window: 200_000,
      compactAt: 170_000,
      messages: 99,
      compactions: 2,
    };
    expect(frame(chat)).toContain("████████████ ~300k/200k (150%), 99 messages");
    for (const line of frame(chat).split("\n")) expect(line.length).toBeLessThanOrEqual(59);
  });

  it("words in place of signs for a screen reader", async () => {
    const chat = await createTestChat({ isScreenReader: true });
    chat.runner.emit({
      type: "tool.finished",
      callId: "1",
      tool: "read_file",
      isError: true,
      characters: 5,
      durationMs: 1,
    });
    expect(chat.transcript()).toContain("failed: read_file");
    expect(frame(chat)).toContain("context ~12.3k/200k (6%)");
    void ask(chat);
    chat.advance(600);
    expect(frame(chat)).toContain("selected: n deny");
  });

  it("nothing beyond ASCII where the locale has no more", async () => {
    const chat = await createTestChat({ context: fakeContext({ isUnicode: false }) });
    chat.runner.emit({
      type: "tool.finished",
      callId: "1",
      tool: "read_file",
      isError: false,
      characters: 5,
      durationMs: 1,
    });
    await chat.submit("/context");
    await chat.submit("/help");
    expect(`${frame(chat)}${chat.transcript()}`).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it("names and texts of every origin, without what steers a terminal", async () => {
    const evil = "x\u001b[2J\u001b]0;t\u0007\u202e\u009b3J";
    const chat = await createTestChat();
    chat.type("go", KEYS.enter);
    chat.runner.emit({
      type: "tool.started",
      callId: "1",
      tool: evil,
      effect: "read",
      preview: evil,
    });
    chat.runner.emit({ type: "tool.output", callId: "1", text: evil });
    chat.runner.emit({ type: "notice", problem: { code: "c", message: evil } });
    chat.runner.emit({ type: "instructions.attached", callId: "1", paths: [evil], returned: true });
    chat.runner.emit({
      type: "model.failed",
      problem: { code: "c", message: evil },
      attempt: 1,
      retryInMs: 900,
    });
    chat.runner.emit({ type: "skill.loaded", name: evil, bytes: 5 });
    void ask(chat, { tool: evil, detail: evil, directory: evil });
    const before = frame(chat);
    chat.runner.emit({
      type: "tool.finished",
      callId: "1",
      tool: evil,
      isError: true,
      characters: 1,
      durationMs: 1,
      preview: evil,
    });
    chat.runner.emit({ type: "assistant.message", text: evil, calls: [], finishReason: "length" });
    chat.runner.emit({
      type: "run.finished",
      end: "failed",
      requests: 1,
      usage: {},
      problem: { code: "c", message: evil },
    });
    for (const unit of before + chat.transcript()) {
      const code = unit.codePointAt(0) ?? 0;
      expect(code === 10 || (code >= 32 && code < 127) || (code > 160 && code !== 0x202e)).toBe(
        true,
      );
    }
  });
});
