import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWorkspace, writeTree } from "./workspace.ts";

const sha256 = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

describe("read_file", () => {
  const text = "one\ntwo\nthree\n";
  it.each([
    [{}, { startLine: 1, content: text, truncated: false }],
    [{ startLine: 2 }, { startLine: 2, content: "two\nthree\n", truncated: false }],
    [{ limit: 2 }, { startLine: 1, content: "one\ntwo\n", truncated: true, nextStartLine: 3 }],
    [
      { startLine: 2, limit: 1 },
      { startLine: 2, content: "two\n", truncated: true, nextStartLine: 3 },
    ],
    [
      { startLine: 3, limit: 1 },
      { startLine: 3, content: "three\n", truncated: false },
    ],
    [
      { startLine: 3, limit: 100 },
      { startLine: 3, content: "three\n", truncated: false },
    ],
    [
      { startLine: null, limit: null },
      { startLine: 1, content: text, truncated: false },
    ],
  ])("gives the lines that are asked for: %j", async (range, expected) => {
    const { result } = createWorkspace({ "a.txt": text });
    expect(await result("read_file", { path: "a.txt", ...range })).toEqual({
      path: "a.txt",
      sha256: sha256(text),
      ...expected,
    });
  });

  it.each([
    ["empty", "", ""],
    ["without a line end", "a", "a"],
    ["CRLF", "a\r\nb\r\n", "a\r\nb\r\n"],
    ["byte-order mark", "\ufeffa\n", "\ufeffa\n"],
    ["characters of two units", "😀\n", "😀\n"],
  ])("keeps what the file holds: %s", async (_name, content, expected) => {
    const { result } = createWorkspace({ "a.txt": content });
    const read = await result("read_file", { path: "a.txt" });
    expect(read).toEqual({
      path: "a.txt",
      sha256: sha256(content),
      startLine: 1,
      content: expected,
      truncated: false,
    });
  });

  it("shows bytes that are no UTF-8 and says so, with the hash of the bytes", async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62, 0x0a]);
    const { result } = createWorkspace({ "a.txt": bytes });
    expect(await result("read_file", { path: "a.txt" })).toMatchObject({
      sha256: sha256(bytes),
      content: "a\ufffdb\n",
      note: expect.stringContaining("no UTF-8"),
    });
  });

  it.each([
    ["NUL bytes", Buffer.from("a\0b")],
    ["UTF-16", Buffer.from("\ufeffab", "utf16le")],
    [
      "NUL bytes at the end of a megabyte",
      Buffer.concat([Buffer.alloc(1_000_000, 97), Buffer.alloc(1)]),
    ],
  ])("refuses binary files: %s", async (_name, bytes) => {
    const { refusal } = createWorkspace({ "a.bin": bytes });
    expect(await refusal("read_file", { path: "a.bin" })).toContain("binary");
  });

  it("cuts by whole lines and says where to go on", async () => {
    const { result } = createWorkspace({ "a.txt": text }, { limits: { maxReadCharacters: 9 } });
    expect(await result("read_file", { path: "a.txt" })).toMatchObject({
      content: "one\ntwo\n",
      truncated: true,
      nextStartLine: 3,
    });
  });

  it("cuts a line that alone doesn't fit, never inside a character, and says so", async () => {
    const { result } = createWorkspace(
      { "a.txt": `${"😀".repeat(10)}\nnext\n`, "last.txt": "x".repeat(30) },
      { limits: { maxReadCharacters: 7 } },
    );
    expect(await result("read_file", { path: "a.txt" })).toMatchObject({
      content: "😀😀😀",
      truncated: true,
      nextStartLine: 2,
      note: "Line 1 is cut after 6 characters.",
    });
    const last = await result("read_file", { path: "last.txt" });
    expect(last).toMatchObject({ content: "xxxxxxx", truncated: true });
    expect(last).not.toHaveProperty("nextStartLine");
  });

  it("has a hash up to 1 MiB and none beyond", async () => {
    const { result } = createWorkspace({
      "at.txt": "x\n".repeat(524_288),
      "over.txt": `${"x\n".repeat(524_288)}y`,
    });
    expect(await result("read_file", { path: "at.txt", limit: 1 })).toMatchObject({
      sha256: sha256("x\n".repeat(524_288)),
    });
    expect(await result("read_file", { path: "over.txt", startLine: 524_289 })).toMatchObject({
      sha256: null,
      content: "y",
      truncated: false,
    });
  });

  it("finds lines far into a huge file, and gives up where it would take too long", async () => {
    const { root, result, refusal } = createWorkspace({}, { limits: { maxScanBytes: 4_000_000 } });
    const line = `${"é".repeat(49)}x\n`;
    const stream = createWriteStream(path.join(root, "huge.log"));
    for (let part = 0; part < 60; part += 1) stream.write(line.repeat(1_000));
    await new Promise((resolve) => stream.end(resolve));
    const read = await result("read_file", { path: "huge.log", startLine: 30_000, limit: 2 });
    expect(read).toMatchObject({ content: line.repeat(2), truncated: true, nextStartLine: 30_002 });
    expect(await refusal("read_file", { path: "huge.log", startLine: 59_000 })).toContain("sed");
  });

  it.each([
    [{ path: "none.txt" }, 'There is no "none.txt"; list_files'],
    [{ path: "dir" }, "is a directory; list_files"],
    [{ path: "a.txt", startLine: 4 }, "has 3 lines"],
    [{ path: "a.txt", startLine: 0 }, "startLine has to be a whole number from 1"],
    [{ path: "a.txt", startLine: 1.5 }, "startLine has to be a whole number"],
    [{ path: "a.txt", limit: "10" }, "limit has to be a whole number"],
    [{ path: "a.txt/b" }, "not a directory"],
    [{ path: "a\0b" }, "NUL"],
    [{ path: "x".repeat(5_000) }, "too long"],
    [{ path: "" }, "path is empty"],
    [{ path: 7 }, "path has to be a string"],
    [{}, "path is missing"],
    [{ path: "a.txt", lines: 3 }, 'no argument "lines"'],
  ])("says what is wrong with %j", async (args, message) => {
    const { root, refusal } = createWorkspace({ "a.txt": text });
    mkdirSync(path.join(root, "dir"));
    expect(await refusal("read_file", args)).toContain(message);
  });

  it("reads a file in windows that together are the file", async () => {
    const { root, result } = createWorkspace({}, { limits: { maxReadCharacters: 40 } });
    let split = 0;
    const lines = fc.array(fc.constantFrom("", "a", "é😀", "x\ry", "long ".repeat(5)), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 7 }),
        async (all, end, limit) => {
          const whole = all.join(end);
          writeTree(root, { "p.txt": whole });
          const parts: string[] = [];
          for (let startLine: unknown = 1; startLine !== undefined; ) {
            const read = await result("read_file", { path: "p.txt", startLine, limit });
            expect(read["truncated"]).toBe(read["nextStartLine"] !== undefined);
            parts.push(read["content"] as string);
            startLine = read["nextStartLine"];
          }
          if (parts.length > 2) split += 1;
          expect(parts.join("")).toBe(whole);
        },
      ),
    );
    expect(split).toBeGreaterThan(20);
  });

  it("says what a call is about, whatever the arguments are", () => {
    const { byName } = createWorkspace();
    const subject = byName["read_file"]?.subject;
    expect(subject?.({ path: "a" })).toEqual({ paths: ["a"] });
    expect(subject?.({ path: "a", limit: 1 })).toEqual({ paths: ["a"], partial: true });
    expect(subject?.({ path: "a", startLine: null })).toEqual({ paths: ["a"] });
    for (const args of [null, undefined, 1, "a", [], { path: 1 }])
      expect(subject?.(args)).toEqual({});
  });
});
