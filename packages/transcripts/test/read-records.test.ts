import { describe, expect, it } from "vitest";
import { Diagnostics } from "../src/internal/diagnostics.ts";
import { DocumentGatherer } from "../src/internal/document-gatherer.ts";
import type { RecordEntry } from "../src/internal/format.ts";
import { LineSplitter } from "../src/internal/line-splitter.ts";
import { RecordReader } from "../src/internal/record-reader.ts";
import { TextDecoding } from "../src/internal/text-decoding.ts";

interface Read {
  readonly records: readonly (readonly [number, unknown])[];
  readonly diagnostics: readonly string[];
}

function read(
  pieces: readonly (string | Uint8Array)[],
  maxLineBytes = 1000,
  maxDocument = 10_000,
): Read {
  const diagnostics = new Diagnostics();
  const entries: RecordEntry[] = [];
  const reader = new RecordReader((entry) => entries.push(entry), diagnostics, maxDocument);
  const documents = new DocumentGatherer(reader, maxDocument);
  const lines = new LineSplitter(documents, maxLineBytes);
  const decoding = new TextDecoding(lines, maxLineBytes);
  for (const piece of pieces) decoding.push(piece);
  decoding.finish();
  lines.finish();
  documents.finish();
  return {
    records: entries.map(({ line, value }) => [line, value] as const),
    diagnostics: diagnostics
      .list()
      .map(({ code, line, column }) => `${code}@${line}${column === null ? "" : `:${column}`}`),
  };
}

const A = { type: "a", n: 1 };
const B = { type: "b", n: 2 };
const a = JSON.stringify(A);
const b = JSON.stringify(B);

describe("records of lines", () => {
  it.each<[string, string, Read["records"], readonly string[]]>([
    [
      "lines",
      `${a}\n${b}\n`,
      [
        [1, A],
        [2, B],
      ],
      [],
    ],
    [
      "no line feed at the end",
      `${a}\n${b}`,
      [
        [1, A],
        [2, B],
      ],
      [],
    ],
    [
      "carriage returns and empty lines",
      `${a}\r\n\r\n  \n${b}\r\n`,
      [
        [1, A],
        [4, B],
      ],
      [],
    ],
    [
      "a byte order mark",
      `\uFEFF${a}\n${b}\n`,
      [
        [1, A],
        [2, B],
      ],
      [],
    ],
    [
      "two records on one line",
      `${a}${b}\n${a}\n`,
      [
        [1, A],
        [1, B],
        [2, A],
      ],
      ["line.split@1"],
    ],
    [
      "two records with white space between",
      `${a} ${b}\n`,
      [
        [1, A],
        [1, B],
      ],
      ["line.split@1"],
    ],
    [
      "a record and damage on one line",
      `${a}{"type":"cu\n${b}\n`,
      [
        [1, A],
        [2, B],
      ],
      ["line.damaged@1:30"],
    ],
    [
      "a line cut inside a string",
      `${a}\n{"type":"user","text":"cu\n${b}\n`,
      [
        [1, A],
        [3, B],
      ],
      ["line.damaged@2:26"],
    ],
    [
      "a line cut between values",
      `${a}\n{"type":"user",\n${b}\n${a}\n`,
      [
        [1, A],
        [3, B],
        [4, A],
      ],
      ["line.damaged@2:1"],
    ],
    [
      "a line cut after a colon",
      `${a}\n{"type":\n${b}\n${a}\n`,
      [
        [1, A],
        [3, B],
        [4, A],
      ],
      ["line.damaged@2:1"],
    ],
    [
      "a first line cut between values",
      `{"type":"user",\n${b}\n${a}\n`,
      [
        [2, B],
        [3, A],
      ],
      ["line.damaged@1:1"],
    ],
    ["a last line cut inside a string", `${a}\n{"type":"us`, [[1, A]], ["line.damaged@2:12"]],
    ["a last line cut between values", `${a}\n{"type":`, [[1, A]], ["line.damaged@2:9"]],
    [
      "a bare string as a line",
      `${a}\n"bare"\n${b}\n`,
      [
        [1, A],
        [3, B],
      ],
      ["line.not-a-record@2"],
    ],
    [
      "numbers and null as lines",
      `12\nnull\n${b}\n`,
      [[3, B]],
      ["line.not-a-record@1", "line.not-a-record@2"],
    ],
    [
      "comments and rubbish",
      `// source\n${a}\nrubbish\n${b}\n`,
      [
        [2, A],
        [4, B],
      ],
      ["line.damaged@1:1", "line.damaged@3:8"],
    ],
    [
      "lines of zero bytes",
      `${a}\n\0\0\0\n${b}\n`,
      [
        [1, A],
        [3, B],
      ],
      ["line.damaged@2:1"],
    ],
    ["an array as a line", `[${a},${b}]\n`, [[1, [A, B]]], []],
  ])("%s", (_name, text, records, diagnostics) => {
    expect(read([text])).toEqual({ records, diagnostics });
  });

  it("splits on line feeds only", () => {
    const text = "a\u2028b\u2029c\u0085d\re\u000bf";
    expect(
      read([`{"text":"${text.replace("\u000b", "")}"}\n`.replace("\r", "\\r")]).records,
    ).toEqual([[1, { text: "a\u2028b\u2029c\u0085d\ref" }]]);
  });

  it("reads the same however the source is cut", () => {
    const text = `${a}\n{"text":"äöü € \u{1F600}"}\n\n${b}${a}\n{"cut":"`;
    const whole = read([text]);
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const pieces: Uint8Array[] = [];
      for (let from = 0; from < bytes.length; from += size)
        pieces.push(bytes.slice(from, from + size));
      expect(read(pieces)).toEqual(whole);
    }
    for (let size = 1; size <= text.length; size += 1) {
      const pieces: string[] = [];
      for (let from = 0; from < text.length; from += size)
        pieces.push(text.slice(from, from + size));
      expect(read(pieces)).toEqual(whole);
    }
  });

  it("reads UTF-16 where a byte order mark says so, and bad bytes as U+FFFD", () => {
    const text = `\uFEFF${a}\n${b}\n`;
    const little = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at += 1) {
      little[2 * at] = text.charCodeAt(at) & 0xff;
      little[2 * at + 1] = text.charCodeAt(at) >> 8;
    }
    const big = little.map((_, at) => little[at ^ 1] ?? 0);
    expect(read([little]).records).toEqual([
      [1, A],
      [2, B],
    ]);
    expect(read([big]).records).toEqual([
      [1, A],
      [2, B],
    ]);
    const broken = new Uint8Array([...new TextEncoder().encode('{"text":"'), 0xff, 0x22, 0x7d]);
    expect(read([broken]).records).toEqual([[1, { text: "\uFFFD" }]]);
    expect(read([new Uint8Array([0x7b])]).diagnostics).toEqual([
      "line.damaged@1:2",
      "document.truncated@1",
    ]);
  });

  it("skips a line over the limit, in bytes, and keeps the others", () => {
    const long = JSON.stringify({ text: "x".repeat(989) });
    expect(long.length).toBe(1000);
    expect(read([`${a}\n${long}\n${b}\n`]).diagnostics).toEqual([]);
    const over = JSON.stringify({ text: "x".repeat(990) });
    expect(read([`${a}\n${over}\n${b}\n`])).toEqual({
      records: [
        [1, A],
        [3, B],
      ],
      diagnostics: ["line.too-long@2"],
    });
    const wide = JSON.stringify({ text: "€".repeat(330) });
    expect(wide.length).toBeLessThan(400);
    for (const size of [7, 100, 5000]) {
      const text = `${a}\n${wide}\n${b}`;
      const pieces: string[] = [];
      for (let from = 0; from < text.length; from += size)
        pieces.push(text.slice(from, from + size));
      expect(read(pieces)).toEqual({
        records: [
          [1, A],
          [3, B],
        ],
        diagnostics: ["line.too-long@2"],
      });
    }
  });
});

describe("documents", () => {
  const document = { info: { a: [1, { b: "x\n{" }] }, messages: [A, B, {}, []] };

  it.each<[string, string]>([
    ["two spaces", JSON.stringify(document, null, 2)],
    ["tabs and a final line feed", `${JSON.stringify(document, null, "\t")}\n`],
    ["carriage returns", JSON.stringify(document, null, 2).replaceAll("\n", "\r\n")],
    ["empty lines inside", JSON.stringify(document, null, 1).replaceAll(",\n", ",\n\n")],
    ["one line", JSON.stringify(document)],
    ["no indentation", JSON.stringify(document, null, 2).replaceAll(/\n +/g, "\n")],
  ])("with %s", (_name, text) => {
    expect(read([text])).toEqual({ records: [[1, document]], diagnostics: [] });
  });

  it("reads several pretty-printed documents after each other, and records after a document", () => {
    const pretty = JSON.stringify(document, null, 2);
    const next = pretty.split("\n").length + 1;
    expect(read([`${pretty}\n${pretty}\n${a}\n`]).records).toEqual([
      [1, document],
      [next, document],
      [2 * next - 1, A],
    ]);
    expect(read([`${pretty}${a}\n`]).records).toEqual([
      [1, document],
      [next - 1, A],
    ]);
  });

  it("reads an array over lines, one record each", () => {
    expect(read([`[\n${a},\n${b}\n]\n`]).records).toEqual([[1, [A, B]]]);
    expect(read([`[\n${a}\n]`]).records).toEqual([[1, [A]]]);
  });

  it("reads what is complete of a document that was cut", () => {
    const pretty = JSON.stringify(document, null, 2);
    const cut = pretty.slice(0, pretty.indexOf('"n": 2'));
    expect(read([cut])).toEqual({
      records: [[1, { info: document.info, messages: [A, { type: "b" }] }]],
      diagnostics: ["line.damaged@1:1", "document.truncated@1"],
    });
    const flat = JSON.stringify(document);
    expect(read([flat.slice(0, -6)]).records).toEqual([[1, { ...document, messages: [A, B, {}] }]]);
  });

  it("reads what stands before the damage in a document, and does not take its pieces for records", () => {
    const pretty = JSON.stringify({ messages: [A, B, A, B, A] }, null, 2).split("\n");
    pretty[8] = "    @@@@";
    expect(read([pretty.join("\n")])).toEqual({
      records: [[1, { messages: [A, { type: "b" }] }]],
      diagnostics: ["document.truncated@1", "line.damaged@9:1"],
    });
  });

  it("reads a document up to its limit", () => {
    const pretty = JSON.stringify(
      Array.from({ length: 50 }, () => A),
      null,
      2,
    );
    expect(read([pretty], 1000, pretty.length + 1).records).toHaveLength(1);
    expect(read([pretty], 1000, 500).records).toEqual([[1, expect.any(Array)]]);
    expect(read([pretty], 1000, 500).diagnostics).toContain("document.truncated@1");
  });
});
