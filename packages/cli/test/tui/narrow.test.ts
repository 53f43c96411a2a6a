import { describe, expect, it } from "vitest";
import { createTestChat, frame, KEYS, rowsOf } from "./chat.ts";
import { createFakeRunner } from "./fake-runner.ts";

/** A question about a directory, which may be answered already. */
async function ask(columns: number, rows: number): Promise<readonly string[]> {
  const chat = await createTestChat({ columns, rows });
  void chat.approve(
    {
      callId: "1",
      tool: "read_file",
      effect: "read",
      detail: "/elsewhere/notes.txt",
      directory: "/elsewhere",
    },
    { signal: new AbortController().signal },
  );
  chat.advance(600);
  return rowsOf(chat);
}

describe("with few columns", () => {
  it("a question has each answer in full, below each other", async () => {
    expect((await ask(40, 20)).slice(0, 6)).toEqual([
      "· May read_file read outside the wor...",
      "  Outside the workspace, the directory",
      "  /elsewhere",
      "  /elsewhere/notes.txt",
      " ›n deny",
      "  y allow once",
    ]);
    expect(await ask(40, 20)).toContain("  s allow until this process ends");
    expect(await ask(100, 20)).toContain(
      " ›n deny   y allow once   s allow until this process ends",
    );
  });

  it.each([5, 8, 10])(
    "of %i rows it shows what is asked about before answers in full",
    async (rows) => {
      const shown = await ask(40, rows);
      expect(shown.some((row) => row.includes("notes.txt"))).toBe(true);
      expect(shown.some((row) => row.includes("n deny"))).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(Math.max(3, rows - 2));
    },
  );

  it.each([
    [100, "context █░░░░░░░░░░░ ~12.3k/200k (6%), 4 messages, compacted 2x, compacts at 170k"],
    [70, "context █░░░░░░░░░░░ ~12.3k/200k (6%), 4 messages, compacted 2x"],
    [58, "context █░░░░░░░░░░░ ~12.3k/200k (6%), 4 messages"],
    [40, "context █░░░░░░░░░░░ ~12.3k/200k (6%)"],
  ])("at %i the context bar leaves out whole parts", async (columns, bar) => {
    const runner = createFakeRunner();
    const chat = await createTestChat({ columns, runner });
    runner.estimate = { ...runner.estimate, compactions: 2 };
    expect(rowsOf(chat)).toContain(bar);
  });
});

describe("a long paste", () => {
  it("goes as a whole with one backspace, and is whole where it stays", async () => {
    const chat = await createTestChat();
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join("\n");
    const paste = `\u001b[200~${lines}\u001b[201~`;
    chat.type("see ", paste, " and ", paste);
    expect(frame(chat)).toMatch(/see \[paste 1: .* and \[paste 2: /);
    chat.type(KEYS.backspace);
    expect(chat.screen.editor.text).toMatch(/^see \[paste 1: [\d,]+ characters\] and $/);
    chat.type(KEYS.enter);
    expect(chat.runner.calls).toEqual([`run see ${lines} and`]);
  });
});

describe("the welcome", () => {
  it("says what this is, what to write, what it costs and how to leave", async () => {
    const chat = await createTestChat();
    const shown = chat.transcript();
    expect(shown).toContain("A coding agent that shows what its context holds, and why.");
    expect(shown).toContain("Enter sends it");
    expect(shown).toContain("It costs nothing");
    expect(shown).toMatch(/\/help lists the commands · Esc interrupts · Ctrl\+D leaves · 0 skills/);
  });
});
