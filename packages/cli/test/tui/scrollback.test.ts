import { afterEach, describe, expect, it } from "vitest";
import { loadInk } from "../../src/tui/load-ink.ts";
import { createTestChat, KEYS, rowsOf, type TestChat } from "./chat.ts";
import {
  createFakeStdin,
  createFakeStdout,
  emulate,
  type FakeStdout,
  reflow,
} from "./fake-terminal.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function draw(
  columns: number,
  rows: number,
): Promise<{ chat: TestChat; out: FakeStdout; wait: () => Promise<void> }> {
  const { startInk } = await loadInk();
  const chat = await createTestChat({ columns, rows });
  const out = createFakeStdout(columns, rows);
  const ink = startInk({
    screen: chat.screen,
    frame: chat.frame,
    stdin: createFakeStdin().stream,
    stdout: out.stream,
    stderr: createFakeStdout(columns, rows).stream,
    isScreenReader: false,
    patchConsole: false,
  });
  ends.push(() => ink.end());
  out.stream.prependListener("resize", () => {
    chat.screen.size = { columns: out.stream.columns, rows: out.stream.rows };
    chat.screen.redraw();
  });
  return { chat, out, wait: () => new Promise((resolve) => setTimeout(resolve, 60)) };
}

/** Whatever could clear what the user had before, or leave their screen. */
function clearing(bytes: string): readonly string[] {
  const sequences = bytes.split("\u001b").slice(1);
  return sequences.filter((each) => /^(\[[0-3]?J|c|\[\?(47|1047|1049)h)/.test(each));
}

const SIZES = [
  [60, 10],
  [60, 24],
  [200, 10],
  [200, 24],
  [20, 5],
] as const;

describe.each(SIZES)("at %i columns and %i rows", (columns, rows) => {
  it("never clears the scrollback, and keeps the live region below the top", async () => {
    const { chat, out, wait } = await draw(columns, rows);
    let finish = (): void => {};
    chat.runner.onRun = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    chat.type("go", KEYS.enter);
    for (let index = 0; index < 60; index++) {
      chat.runner.emit({
        type: "text.delta",
        text: `line ${index} ${"word ".repeat(index % 30)}\n`,
      });
    }
    chat.advance(50);
    await wait();
    for (let index = 0; index < 12; index++) {
      chat.runner.emit({
        type: "tool.started",
        callId: `${index}`,
        tool: "shell",
        effect: "process",
        preview: "x ".repeat(90),
      });
      chat.runner.emit({ type: "tool.output", callId: `${index}`, text: "out\n".repeat(500) });
    }
    chat.advance(50);
    await wait();
    const answer = chat.approve(
      {
        callId: "1",
        tool: "shell",
        effect: "process",
        detail: "echo 1\n".repeat(300),
        directory: "/elsewhere/".repeat(30),
      },
      { signal: new AbortController().signal },
    );
    chat.advance(600);
    await wait();
    expect(rowsOf(chat).length).toBeLessThanOrEqual(Math.max(3, rows - 2));
    chat.type("n");
    expect(await answer).toBe("deny");
    chat.type("/", KEYS.down);
    chat.type(KEYS.escape, `${"a\n".repeat(40)}`, "\u001b[200~pasted\r\nlines\u001b[201~");
    await wait();
    expect(rowsOf(chat).length).toBeLessThanOrEqual(Math.max(3, rows - 2));
    finish();
    await wait();
    expect(clearing(out.bytes())).toEqual([]);
    const { rows: sheet, lost } = emulate(out.bytes(), columns, rows);
    expect(lost).toBe(0);
    for (const index of [0, 30, 59]) {
      expect(
        sheet.filter((row) => row.startsWith(`line ${index} `) || row === `line ${index}`),
      ).toHaveLength(1);
    }
  });

  it("never clears it when the terminal is made lower, narrower and larger again", async () => {
    const { chat, out, wait } = await draw(columns, rows);
    chat.type("/");
    await wait();
    for (const [nextColumns, nextRows] of [
      [columns, 4],
      [30, 4],
      [columns, rows],
      [columns, 2],
    ] as const) {
      out.resize(nextColumns, nextRows);
      await wait();
      chat.type("x", KEYS.backspace);
      await wait();
    }
    expect(clearing(out.bytes())).toEqual([]);
  });
});

describe("in a terminal that breaks its rows when it becomes narrower", () => {
  const FIELD = "a prompt that is wider than the narrow terminal, and stands in two rows of it";

  it.each([
    [100, 60, 24],
    [100, 25, 24],
    [60, 40, 24],
    [90, 30, 12],
  ])(
    "from %i to %i columns nothing finished is lost and nothing live is left",
    async (wide, narrow, rows) => {
      const { chat, out, wait } = await draw(wide, rows);
      for (const index of [1, 2, 3])
        chat.screen.print([`finished ${index} `.padEnd(wide - 5, "=")]);
      chat.type(FIELD);
      await wait();
      const before = out.bytes();
      const wideSheet = emulate(before, wide, rows);
      const finished = wideSheet.rows.filter((row) => row.startsWith("finished"));
      out.resize(narrow, rows);
      await wait();
      const sheet = emulate(
        out.bytes().slice(before.length),
        narrow,
        rows,
        reflow(wideSheet, narrow),
      ).rows;
      expect(sheet.join("")).toContain(finished.join(""));
      // The field stands there once, as it is laid out now.
      expect(sheet.filter((row) => row.includes("a prompt"))).toHaveLength(1);
      expect(sheet.filter((row) => row.startsWith("context"))).toHaveLength(1);
      const top = sheet.findIndex((row) => row.includes("a prompt"));
      expect(sheet.slice(top).filter((row) => row !== "")).toHaveLength(rowsOf(chat).length);
    },
  );

  it("leaves no row of a question, which has no cursor", async () => {
    const { chat, out, wait } = await draw(100, 24);
    chat.screen.print(["finished ".padEnd(90, "=")]);
    const command = "echo of a command that is wider than the narrow terminal, much wider than it";
    const { signal } = new AbortController();
    void chat.approve(
      { callId: "1", tool: "shell", effect: "process", detail: command },
      { signal },
    );
    await wait();
    const before = out.bytes();
    out.resize(40, 24);
    await wait();
    const { rows } = emulate(
      out.bytes().slice(before.length),
      40,
      24,
      reflow(emulate(before, 100, 24), 40),
    );
    expect(rows.join("")).toContain("finished ".padEnd(90, "="));
    expect(rows.filter((row) => row.includes("echo of a command"))).toHaveLength(1);
    expect(rows.filter((row) => row.includes("May shell"))).toHaveLength(1);
  });
});
