import { cleanup, render } from "ink-testing-library";
import { afterEach, describe, expect, it } from "vitest";
import { App } from "../../src/tui/app.tsx";
import { createTestChat, KEYS, type TestChat } from "./chat.ts";

afterEach(cleanup);

function show(chat: TestChat): () => Promise<string> {
  const { lastFrame } = render(<App screen={chat.screen} frame={chat.frame} />);
  // React draws in a microtask of its own.
  return async () => {
    await chat.settle();
    return lastFrame() ?? "";
  };
}

describe("the interface", () => {
  it("shows the welcome, the field, the context bar and the settings", async () => {
    const chat = await createTestChat();
    const frame = show(chat);
    expect(await frame()).toContain("alisio: scripted-model in ~/project");
    expect(await frame()).toContain("\n›\n");
    expect(await frame()).toContain("~12.3k/200k (6%), 4 messages, compacts at 170k");
    expect(await frame()).toContain("governor off · 01234567");
    expect(await frame()).not.toContain("not trusted");
  });

  it("streams an answer: full lines stay, the last one is live", async () => {
    const chat = await createTestChat();
    let finish = (): void => {};
    chat.runner.onRun = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const frame = show(chat);
    chat.type("hello there\r");
    expect(await frame()).toContain("› hello there");
    expect(chat.runner.calls).toEqual(["run hello there"]);
    expect(await frame()).toContain("working (Esc interrupts)");
    chat.runner.emit({ type: "text.delta", text: "First line.\nSec" });
    chat.advance(50);
    expect(await frame()).toContain("First line.\n");
    expect(chat.transcript()).toContain("First line.");
    expect(chat.transcript()).not.toContain("Sec");
    expect(await frame()).toContain("Sec");
    chat.runner.emit({ type: "text.delta", text: "ond." });
    chat.runner.emit({
      type: "assistant.message",
      text: "First line.\nSecond.",
      calls: [],
      finishReason: "stop",
    });
    expect(chat.transcript().match(/First line\./g)).toHaveLength(1);
    expect(chat.transcript()).toContain("Second.");
    finish();
    await chat.settle();
    expect(await frame()).not.toContain("working");
  });

  it("shows a tool as it runs, then one line of it", async () => {
    const chat = await createTestChat();
    const frame = show(chat);
    chat.runner.emit({
      type: "tool.started",
      callId: "1",
      tool: "run_process",
      effect: "process",
      preview: "npm test",
    });
    chat.runner.emit({ type: "tool.output", callId: "1", text: "\u001b[32mone\u001b[0m\r\ntwo" });
    chat.advance(1100);
    expect(await frame()).toContain("… run_process npm test 1 s\n  one\n  two");
    chat.runner.emit({
      type: "tool.finished",
      callId: "1",
      tool: "run_process",
      isError: true,
      characters: 1234,
      durationMs: 1500,
      preview: "exit 1",
    });
    expect(chat.transcript()).toContain(
      "✗ run_process npm test (1,234 characters, 1.5 s)\n  exit 1",
    );
    expect(chat.screen.tools.size).toBe(0);
  });

  it("completes commands as they are typed", async () => {
    const chat = await createTestChat();
    const frame = show(chat);
    chat.type("/s");
    expect(await frame()).toMatch(
      /› \/stats .*\n {2}\/skills .*\n {2}\/skill:name \[text\] .*\n {2}\/sessions/,
    );
    chat.type(KEYS.down, KEYS.tab);
    expect(chat.screen.editor.text).toBe("/skills");
    chat.type("\u0015/gov", KEYS.tab);
    expect(chat.screen.editor.text).toBe("/governor ");
    chat.type("sh", KEYS.tab, KEYS.enter);
    await chat.settle();
    expect(chat.runner.governance.settings.mode).toBe("shadow");
    expect(chat.transcript()).toContain("The governor is shadow now");
  });
});
