import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createFrameOutput, keepsRowsWhole } from "../../src/tui/frame-output.ts";
import type { Key } from "../../src/tui/keys.ts";
import { loadInk } from "../../src/tui/load-ink.ts";
import { marksFor } from "../../src/tui/marks.ts";
import { createPlainSurface } from "../../src/tui/plain-surface.ts";
import { openTerminal } from "../../src/tui/terminal.ts";
import { makeTree, run } from "../helpers.ts";
import { fakeContext } from "./fake-runner.ts";
import { createFakeStdin, createFakeStdout } from "./fake-terminal.ts";

describe("the terminal", () => {
  it("puts every mode back, once", () => {
    const listeners = process.listeners("exit").length;
    const input = createFakeStdin();
    const output = createFakeStdout(80, 24);
    const terminal = openTerminal(input.stream, output.stream, () => {});
    expect(input.modes).toEqual([true]);
    expect(output.bytes()).toBe("\u001b[?2004h");
    // Whoever ends the process, and however.
    expect(process.listeners("exit").length).toBe(listeners + 1);
    terminal.restore();
    terminal.restore();
    expect(input.modes).toEqual([true, false]);
    for (const sequence of ["[?2004l", "[?2026l", "[0m", "[?25h"]) {
      expect(output.bytes().split(`\u001b${sequence}`)).toHaveLength(2);
    }
    expect(process.listeners("exit").length).toBe(listeners);
  });

  it("restores even where the terminal is gone", () => {
    const input = createFakeStdin();
    const output = createFakeStdout(80, 24);
    const terminal = openTerminal(input.stream, output.stream, () => {});
    Object.assign(input.stream, {
      setRawMode() {
        throw new Error("EIO");
      },
    });
    expect(() => terminal.restore()).not.toThrow();
  });

  it("tells a lone Escape after a moment, and the end of the input", () => {
    vi.useFakeTimers();
    const input = createFakeStdin();
    let ends = 0;
    const keys: Key[] = [];
    const terminal = openTerminal(input.stream, createFakeStdout(80, 24).stream, () => {
      ends += 1;
    });
    terminal.onKey((key) => keys.push(key));
    input.send("\u001b");
    expect(keys).toEqual([]);
    vi.advanceTimersByTime(40);
    expect(keys).toMatchObject([{ name: "escape" }]);
    input.end();
    expect(ends).toBe(1);
    terminal.restore();
    vi.useRealTimers();
  });

  it("has no height for Ink, and everything else", () => {
    const output = createFakeStdout(80, 24);
    const proxy = createFrameOutput(output.stream).stream;
    expect(proxy.rows).toBeGreaterThan(100_000);
    output.resize(60, 10);
    expect(proxy.columns).toBe(60);
    proxy.write("x");
    expect(output.bytes()).toBe("x");
  });

  it.each([
    ["ab\n", "\r"],
    ["\n", "\r"],
    ["a\nb\n", undefined],
    ["ab", undefined],
  ])("takes the end of %j, typed before it was raw, for Enter", (chunk, end) => {
    const input = createFakeStdin();
    const terminal = openTerminal(input.stream, createFakeStdout(80, 24).stream, () => {});
    const keys: Key[] = [];
    terminal.onKey((key) => keys.push(key));
    input.send(chunk);
    input.send("\n");
    const names = keys.flatMap((key) => (key.type === "key" ? [key.name] : []));
    expect(names.includes("enter")).toBe(end !== undefined);
    // What comes later is what it is.
    expect(names.at(-1)).toBe("newline");
    terminal.restore();
  });

  it("waits for what was typed before until it can read, and no longer", () => {
    const clock = vi.useFakeTimers();
    const input = createFakeStdin();
    const terminal = openTerminal(input.stream, createFakeStdout(80, 24).stream, () => {});
    const keys: Key[] = [];
    terminal.onKey((key) => keys.push(key));
    clock.advanceTimersByTime(200);
    input.send("\n");
    expect(keys).toMatchObject([{ type: "key", name: "newline" }]);
    terminal.restore();
    vi.useRealTimers();
  });

  it("knows the terminals that break no rows", () => {
    expect(keepsRowsWhole({ XTERM_VERSION: "XTerm(390)" })).toBe(true);
    expect(keepsRowsWhole({ STY: "1.pts" })).toBe(true);
    expect(keepsRowsWhole({ XTERM_VERSION: "XTerm(390)", TMUX: "/tmp/s,1,0" })).toBe(false);
    expect(keepsRowsWhole({})).toBe(false);
  });

  it("leaves the environment as it was after loading Ink", async () => {
    const before = { ...process.env };
    process.env["CI"] = "true";
    await loadInk();
    expect(process.env["CI"]).toBe("true");
    if (before["CI"] === undefined) delete process.env["CI"];
    else process.env["CI"] = before["CI"];
    expect({ ...process.env }).toEqual(before);
  });
});

it("Ink and React are in two files that only the interface on a screen loads", () => {
  const source = join(import.meta.dirname, "../../src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(join(source, name), "utf8")] as const);
  const importing = (what: RegExp) =>
    texts.filter(([, text]) => what.test(text)).map(([name]) => name.split(sep).join("/"));
  expect(importing(/^import [^;]*from "(ink|react)"/m).sort()).toEqual([
    "tui/app.tsx",
    "tui/start-ink.tsx",
  ]);
  expect(importing(/^import (?!type)[^;]*from "[^"]*(app|start-ink)\.tsx"/m)).toEqual([
    "tui/start-ink.tsx",
  ]);
});

describe("without a terminal", () => {
  it.each([[[]], [["--no-tui"]], [["chat"]], [["--provider", "scripted"]]])(
    "%j is refused in one line",
    async (args) => {
      const tree = makeTree({ "work/.git/": "", "home/": "" });
      const { code, stdout, stderr } = await run(tree, args);
      expect(code).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).toMatch(/^alisio: .*terminal.*alisio run.*\n$/);
    },
  );

  it("--json is refused too", async () => {
    const tree = makeTree({ "work/.git/": "", "home/": "" });
    const { code, stderr } = await run(tree, ["--json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("alisio run --json");
  });
});

describe("plain lines", () => {
  function plain(): { surface: ReturnType<typeof createPlainSurface>; written: () => string } {
    let written = "";
    const look = () => ({ style: fakeContext().style, marks: marksFor(false), columns: 79 });
    const surface = createPlainSurface({
      write: (text) => {
        written += text;
      },
      look,
      columns: () => 79,
      approve: async () => "deny",
      choose: async () => {},
      exit: () => {},
    });
    return { surface, written: () => written };
  }
  const at = "2026-01-31T12:00:00.000Z";

  it("stream text as it comes, and end its line before anything else", () => {
    const { surface, written } = plain();
    for (const text of ["Hel", "lo \ud83c", "\udf89\r", "\nnext\u001b[2J"]) {
      surface.onEvent({ schemaVersion: 1, at, event: { type: "text.delta", text } });
    }
    surface.onEvent({
      schemaVersion: 1,
      at,
      event: { type: "assistant.message", text: "Hello", calls: [], finishReason: "stop" },
    });
    surface.onEvent({
      schemaVersion: 1,
      at,
      event: { type: "tool.started", callId: "1", tool: "shell", effect: "process", preview: "ls" },
    });
    surface.onEvent({
      schemaVersion: 1,
      at,
      event: {
        type: "tool.finished",
        callId: "1",
        tool: "shell",
        isError: false,
        characters: 3,
        durationMs: 5,
      },
    });
    expect(written()).toBe(
      "Hello 🎉\nnext\\u{1b}[2J\n.. shell ls\nok shell ls (3 characters, 5 ms)\n",
    );
  });

  it("print an answer that did not stream", () => {
    const { surface, written } = plain();
    surface.onEvent({
      schemaVersion: 1,
      at,
      event: { type: "assistant.message", text: "Whole.", calls: [], finishReason: "stop" },
    });
    expect(written()).toBe("Whole.\n");
  });
});

it("alisio chat --help names no flag that does nothing there", async () => {
  const chat = await run(makeTree({}), ["chat", "--help"]);
  expect(chat.stdout).toContain("--script <file>");
  expect(chat.stdout).not.toContain("--deltas");
  const headless = await run(makeTree({}), ["run", "--help"]);
  expect(headless.stdout).toContain("--deltas");
});
