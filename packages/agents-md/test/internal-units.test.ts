import { describe, expect, it } from "vitest";
import { escapePath } from "../src/index.ts";
import { commandWords } from "../src/internal/command-words.ts";
import { cutText } from "../src/internal/cut-text.ts";
import { completeEnd, decode } from "../src/internal/decode.ts";
import { describeSystemError } from "../src/internal/system-error.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("commandWords", () => {
  it.each<[string, readonly string[]]>([
    ["", []],
    ["  cat  a/b.ts\t", ["cat", "a/b.ts"]],
    ["cat 'a b/c.ts' \"d e\"", ["cat", "a b/c.ts", "a", "b/c.ts", "d e", "d", "e"]],
    ["cat a\\ b/c", ["cat", "a b/c", "a", "b/c"]],
    ['cat "a\\"b" \'c\\d\'', ["cat", 'a"b', "c\\d"]],
    ["a&&b||c;d|e&f", ["a", "b", "c", "d", "e", "f"]],
    ["(cat x) `ls y` $(ls z)", ["cat", "x", "ls", "y", "$", "ls", "z"]],
    ["cat <in >out 2>>err", ["cat", "in", "out", "2", "err"]],
    ["cat 'never closed", ["cat", "never closed", "never", "closed"]],
    ["ends in \\", ["ends", "in", ""]],
    ["a \\\n b", ["a", "", "b"]],
    ["''", [""]],
  ])("%j", (command, expected) => {
    expect(commandWords(command, false).map(({ text }) => text)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ["echo a > b", ["b"]],
    ["echo a >> b 2> c", ["b", "c"]],
    ["echo a >| b", ["b"]],
    ["cat < a", []],
    ["mv a b", ["a", "b"]],
    ["/bin/cp -r a b; echo c", ["a", "b"]],
    ["X=1 touch a && ls b", ["touch", "a"]],
    ["git mv a b", ["a", "b"]],
    ["git add a", []],
    ["sh -c 'touch a'", ["a"]],
    ["cat a | tee b", ["b"]],
    ["sudo env X=1 mv a b", ["a", "b"]],
  ])("%j creates", (command, expected) => {
    const created = commandWords(command, false).filter((word) => word.created);
    const names = created
      .map(({ text }) => text)
      .filter((text) => !/^(.*\/)?(mv|cp|tee)$/.test(text));
    expect(names.filter((text) => text !== "touch" || expected.includes("touch"))).toEqual(
      expected,
    );
  });

  it("takes an argument list as it is", () => {
    expect(commandWords(["cat", "a;b", "'c'"], false).map(({ text }) => text)).toEqual([
      "cat",
      "a;b",
      "'c'",
    ]);
  });

  it("is linear in the length of a hostile command", () => {
    const long = `${"'".repeat(99999)}${'"\\'.repeat(100000)}${"a b ".repeat(100000)}`;
    expect(commandWords(long, false).length).toBeGreaterThan(0);
    expect(commandWords([long, long], false).length).toBeGreaterThan(0);
  });
});

describe("decode", () => {
  it.each<[string, readonly number[], string, { line: number; column: number } | undefined]>([
    ["nothing", [], "", undefined],
    ["half a character at the end", [0x61, 0xe2, 0x82], "a\ufffd", { line: 1, column: 2 }],
    [
      "a replacement character before a fault",
      [0xef, 0xbf, 0xbd, 0xff],
      "\ufffd\ufffd",
      { line: 1, column: 2 },
    ],
    [
      "a fault that begins like a replacement",
      [0xef, 0xbf, 0x41],
      "\ufffdA",
      { line: 1, column: 1 },
    ],
    ["an overlong form", [0x0a, 0xc0, 0x80], "\n\ufffd\ufffd", { line: 2, column: 1 }],
    ["a lone surrogate", [0xed, 0xa0, 0x80], "\ufffd\ufffd\ufffd", { line: 1, column: 1 }],
    ["one mark of two", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], "\ufeff", undefined],
    ["UTF-16 of an odd length", [0xff, 0xfe, 0x61, 0x00, 0x62], "a\ufffd", { line: 1, column: 2 }],
    [
      "UTF-16 with a lone surrogate",
      [0xfe, 0xff, 0xd8, 0x00, 0x00, 0x61],
      "\ufffda",
      { line: 1, column: 1 },
    ],
    ["a lone carriage return", [0x61, 0x0d, 0x62, 0x0d, 0x0a], "a\rb\n", undefined],
  ])("%s", (_name, bytes, text, fault) => {
    expect(decode(new Uint8Array(bytes), true)).toEqual({ text, fault });
  });

  it("leaves out a character that a read limit cuts", () => {
    expect(decode(encode("a€").subarray(0, 3), false)).toEqual({ text: "a", fault: undefined });
    expect(decode(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3d, 0xd8]), false).text).toBe("a");
    expect(decode(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3d]), false).text).toBe("a");
  });

  it.each<[string, number]>([
    ["é", 1],
    ["€", 1],
    ["€", 2],
    ["😀", 3],
    ["😀", 0],
  ])("finds where the last whole character ends: %s, %i bytes of it", (character, count) => {
    const bytes = encode(`ab${character}`).subarray(0, 2 + count);
    expect(completeEnd(bytes)).toBe(2);
    expect(completeEnd(encode(`ab${character}`))).toBe(encode(`ab${character}`).length);
  });
});

describe("cutText", () => {
  it.each<[string, number, string, number, number, boolean]>([
    ["abc\ndef\nghi", 8, "abc\ndef\n", 2, 4, true],
    ["abc\ndef\nghi", 9, "abc\ndef\n", 2, 4, true],
    ["abc\ndefghijklm", 12, "abc\ndefghijk", 2, 9, false],
    ["aa\n", 2, "aa", 1, 3, false],
    ["éé", 3, "é", 1, 2, false],
    ["éé", 1, "", 0, 1, false],
    ["abc", 0, "", 0, 1, false],
    ["abc\ndef", 4, "abc\n", 1, 4, true],
    ["abc\ndefg", 5, "abc\nd", 2, 2, false],
    ["\nabcdef", 5, "\nabcd", 2, 5, false],
    ["\n\nabcdefghi", 9, "\n\nabcdefg", 3, 8, false],
  ])("%j in %i bytes", (text, room, kept, line, column, atLineEnd) => {
    const cut = cutText(encode(text), room);
    expect(new TextDecoder().decode(encode(text).subarray(0, cut.bytes))).toBe(kept);
    expect(cut).toMatchObject({ line, column, atLineEnd });
  });

  it("keeps nothing of what begins within a character", () => {
    expect(cutText(new Uint8Array([0x80, 0x80, 0x80]), 2)).toMatchObject({ bytes: 0, line: 0 });
  });
});

describe("escapePath", () => {
  it.each([
    ["docs/a b.md", "docs/a b.md"],
    ["größe/日本.md", "größe/日本.md"],
    ["a\nb\t\u001b[0m", "a\\u{a}b\\u{9}\\u{1b}[0m"],
    ["\u202emd.x\u2066\u200b\ufeff", "\\u{202e}md.x\\u{2066}\\u{200b}\\u{feff}"],
    ["a\u2028b\u0085c\u009b", "a\\u{2028}b\\u{85}c\\u{9b}"],
    ["a\\u{a}", "a\\\\u{a}"],
    ["\ud800x\u{e0041}", "\\u{d800}x\\u{e0041}"],
    ["\u3164", "\\u{3164}"],
  ])("%j", (path, expected) => {
    expect(escapePath(path)).toBe(expected);
  });
});

describe("describeSystemError", () => {
  it.each([
    [
      Object.assign(new Error("EACCES: permission denied, open '/home/me/x'"), { code: "EACCES" }),
      "EACCES, permission denied",
    ],
    [Object.assign(new Error("other"), { code: "EIO" }), "EIO"],
    [new Error("plain\u001b"), "plain\\u{1b}"],
    [Object.assign(new Error(""), { code: 7 }), "unknown error"],
    ["text", "unknown error"],
    [null, "unknown error"],
  ])("%o", (error, expected) => {
    expect(describeSystemError(error)).toBe(expected);
  });
});
