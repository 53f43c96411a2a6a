import type { Message } from "@alisio/governor/message";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  createTranscriptReader,
  readTranscript,
  readTranscriptStream,
  type TranscriptDiagnostic,
  type TranscriptSession,
  type TranscriptSource,
  type TranscriptStream,
  TranscriptsError,
} from "../src/index.ts";
import { listSessions, readTranscriptFile, type SessionList } from "../src/node.ts";

const record = {
  parentUuid: null,
  isSidechain: false,
  sessionId: "s",
  type: "user",
  message: { role: "user", content: "Hello" },
  uuid: "u1",
};
const line = JSON.stringify(record);

describe("readTranscript", () => {
  it.each<[string, TranscriptSource]>([
    ["a text", line],
    ["bytes", new TextEncoder().encode(line)],
    ["pieces", [line.slice(0, 9), new TextEncoder().encode(line.slice(9))]],
    [
      "pieces of a generator",
      (function* () {
        yield line;
      })(),
    ],
    ["a document", { document: record }],
    ["records", { records: [record] }],
  ])("reads %s", (_name, source) => {
    expect(readTranscript(source).streams[0]?.history).toEqual([{ role: "user", text: "Hello" }]);
  });

  it("reads a stream, and says what the stream throws", async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield line.slice(0, 20);
      yield line.slice(20);
    }
    expect(await readTranscriptStream(pieces())).toEqual(readTranscript(line));
    async function* broken(): AsyncGenerator<string> {
      yield line;
      throw new RangeError("the disk is gone");
    }
    await expect(readTranscriptStream(broken())).rejects.toThrow("the disk is gone");
  });

  it("does the same every time, and keeps nothing of one source for another", () => {
    expect(readTranscript(line)).toEqual(readTranscript(line));
    const reader = createTranscriptReader();
    reader.push(line);
    expect(reader.finish()).toEqual(readTranscript(line));
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["an object of another kind", { path: "x" }],
    ["records that are no list", { records: 7 }],
    ["pieces that are no text", [7]],
  ])("refuses %s as a source", (_name, source) => {
    const read = (): unknown => readTranscript(source as TranscriptSource);
    expect(read).toThrow(TranscriptsError);
    expect(read).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it.each<unknown>([undefined, null, 7, {}])("refuses %j as a stream", async (source) => {
    await expect(readTranscriptStream(source as never)).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  it.each<[string, object, string]>([
    ["an unknown option", { encoding: "utf-8" }, '"encoding"'],
    ["a path that is no text", { path: 7 }, "path"],
    ["a limit of nothing", { maxLineBytes: 0 }, "maxLineBytes"],
    ["a limit that is no whole number", { maxDocumentLength: 1.5 }, "maxDocumentLength"],
  ])("refuses %s", (_name, options, named) => {
    expect(() => readTranscript(line, options)).toThrow(
      expect.objectContaining({ code: "invalid_option", message: expect.stringContaining(named) }),
    );
  });

  it("says what it knows and what it saw when it knows no format", () => {
    const read = (): unknown => readTranscript('{"foo":1,"bar":"secret"}\n{"foo":2}\nrubbish\n');
    expect(read).toThrow(
      /3 lines, 2 of JSON, with the fields bar, foo\. Known: Claude Code session/,
    );
    expect(read).not.toThrow(/secret/);
    expect(() => readTranscript("")).toThrow(/the source is empty/);
    expect(() => readTranscript(" \n\n")).toThrow(/the source is empty/);
  });

  it.each<[string, string, object, RegExp]>([
    [
      "a line",
      `{"foo":"${"x".repeat(50)}"}\n{"bar":1}\n`,
      { maxLineBytes: 50 },
      /with the fields bar; a line over 50 bytes \(maxLineBytes\) was skipped\. Known/,
    ],
    [
      "a last line",
      "x".repeat(51),
      { maxLineBytes: 50 },
      /1 line, 0 of JSON; a line over 50 bytes \(maxLineBytes\) was skipped\. Known/,
    ],
    [
      "several lines",
      `${"x".repeat(51)}\n`.repeat(2),
      { maxLineBytes: 50 },
      /; 2 lines over 50 bytes \(maxLineBytes\) were skipped\. Known/,
    ],
    [
      "a document",
      `{\n${'"a": 1,\n'.repeat(9)}"b": 2\n}\n`,
      { maxDocumentLength: 50 },
      /; a document over 50 UTF-16 units \(maxDocumentLength\) was not read whole\. Known/,
    ],
  ])("says that %s was over a limit when it knows no format", (_name, text, limits, said) => {
    expect(() => readTranscript(text, limits)).toThrow(said);
    expect(() => readTranscript(new TextEncoder().encode(text), limits)).toThrow(said);
    expect(() => readTranscript(text)).not.toThrow(/over/);
  });

  it("finds the format behind thousands of records that nobody knows", () => {
    const session = readTranscript(`${'{"x":1}\n'.repeat(2500)}${line}\n`);
    expect(session.format).toBe("claude-code");
    expect(session.diagnostics.filter(({ code }) => code === "record.unknown")).not.toEqual([]);
  });

  it("keeps at most ten thousand diagnostics, and counts the rest", () => {
    const { diagnostics } = readTranscript(`${"rubbish\n".repeat(12_000)}${line}\n`);
    expect(diagnostics).toHaveLength(10_001);
    expect(diagnostics.at(-1)).toMatchObject({
      code: "session.too-many-diagnostics",
      message: expect.stringContaining("2000 more"),
    });
  });
});

describe("TranscriptsError", () => {
  it("is recognised between copies of the package", () => {
    const error = new TranscriptsError("unknown_format", "no");
    expect(TranscriptsError.isInstance(error)).toBe(true);
    const copy = Object.defineProperty(
      new Error("no"),
      Symbol.for("@alisio/transcripts/TranscriptsError"),
      {
        value: true,
      },
    );
    expect(TranscriptsError.isInstance(copy)).toBe(true);
    for (const other of [new Error("no"), null, "no", { code: "unknown_format" }]) {
      expect(TranscriptsError.isInstance(other)).toBe(false);
    }
    expect(error).toMatchObject({
      name: "TranscriptsError",
      code: "unknown_format",
      message: "no",
    });
  });
});

describe("types", () => {
  it("are what the documentation says", () => {
    expectTypeOf(readTranscript).parameter(0).toEqualTypeOf<TranscriptSource>();
    expectTypeOf(readTranscript).returns.toEqualTypeOf<TranscriptSession>();
    expectTypeOf(readTranscriptStream).returns.resolves.toEqualTypeOf<TranscriptSession>();
    expectTypeOf(readTranscriptFile).returns.resolves.toEqualTypeOf<
      TranscriptSession | undefined
    >();
    expectTypeOf(listSessions).returns.resolves.toEqualTypeOf<SessionList>();
    expectTypeOf<TranscriptStream["history"]>().toEqualTypeOf<readonly Message[]>();
    expectTypeOf<TranscriptDiagnostic["line"]>().toEqualTypeOf<number | null>();
    expectTypeOf<TranscriptStream["kind"]>().toEqualTypeOf<"main" | "subagent">();
  });
});
