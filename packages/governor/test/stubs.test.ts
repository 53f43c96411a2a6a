import { describe, expect, it } from "vitest";
import type { Message, Part, ToolMessage } from "../src/message.ts";
import { projectHistory } from "../src/project-history.ts";
import {
  A,
  answer,
  assistant,
  EAGER,
  LONG,
  poll,
  read,
  type Step,
  search,
  step,
  stubs,
  turn,
  turns,
  write,
} from "./support/conversation.ts";

/** The stub of a read, with a write of its path after it. */
function readStub(step: Step): string | undefined {
  const { path } = step.call.args as { readonly path: string };
  return stubs(turns(step, write("w", path)))[step.call.id];
}

describe("the stub of a read", () => {
  const rows: readonly (readonly [string, Step, string])[] = [
    ["plain", read("r", "src/a.ts", A), '[elided: read_file "src/a.ts"@1a2b3c4d; re-read to view]'],
    [
      "startLine and limit",
      read("r", "src/a.ts", A, { startLine: 10, limit: 50 }),
      '[elided: read_file "src/a.ts"@1a2b3c4d lines 10+50; re-read to view]',
    ],
    [
      "only startLine",
      read("r", "src/a.ts", A, { startLine: 10 }),
      '[elided: read_file "src/a.ts"@1a2b3c4d lines 10+; re-read to view]',
    ],
    [
      "only limit",
      read("r", "src/a.ts", A, { limit: 50 }),
      '[elided: read_file "src/a.ts"@1a2b3c4d lines 1+50; re-read to view]',
    ],
    [
      "zeros are given",
      read("r", "src/a.ts", A, { startLine: 0, limit: 0 }),
      '[elided: read_file "src/a.ts"@1a2b3c4d lines 0+0; re-read to view]',
    ],
    [
      "null and strings are not given",
      read("r", "src/a.ts", A, { startLine: null, limit: "50" }),
      '[elided: read_file "src/a.ts"@1a2b3c4d; re-read to view]',
    ],
    [
      "no hash, with lines",
      read("r", "src/a.ts", null, { startLine: 2 }),
      '[elided: read_file "src/a.ts"@unknown lines 2+; re-read to view]',
    ],
    ...[undefined, null, 5, "1a2b3c4", "1a2b3c4g", "0x1a2b3c4d", " 1a2b3c4d"].map(
      (sha256): [string, Step, string] => [
        `no hash: ${JSON.stringify(sha256)}`,
        read("r", "a", sha256),
        '[elided: read_file "a"@unknown; re-read to view]',
      ],
    ),
    [
      "a hash in upper case",
      read("r", "a", "ABCDEF0123"),
      '[elided: read_file "a"@abcdef01; re-read to view]',
    ],
    [
      "a quotation mark alone",
      read("r", 'a"b', A),
      '[elided: read_file "a\\"b"@1a2b3c4d; re-read to view]',
    ],
    [
      "a backslash alone",
      read("r", "a\\b", A),
      '[elided: read_file "a\\\\b"@1a2b3c4d; re-read to view]',
    ],
    [
      "quotes, backslashes and short escapes",
      read("r", 'a"b\\c\n\t\r\b\f', A),
      '[elided: read_file "a\\"b\\\\c\\n\\t\\r\\b\\f"@1a2b3c4d; re-read to view]',
    ],
    [
      "control characters and DEL",
      read("r", "\u0000\u001f\u007f\u009f", A),
      '[elided: read_file "\\u0000\\u001f\\u007f\\u009f"@1a2b3c4d; re-read to view]',
    ],
    [
      "other scripts, in lower-case hex",
      read("r", "\u00fc\u6587\u2028\u202e\ufeff", A),
      '[elided: read_file "\\u00fc\\u6587\\u2028\\u202e\\ufeff"@1a2b3c4d; re-read to view]',
    ],
    [
      "surrogates, each its own",
      read("r", "\ud83d\ude00\ud800", A),
      '[elided: read_file "\\ud83d\\ude00\\ud800"@1a2b3c4d; re-read to view]',
    ],
    ["the empty path", read("r", "", A), '[elided: read_file ""@1a2b3c4d; re-read to view]'],
  ];
  it.each(rows)("%s", (_title, step, expected) => {
    expect(readStub(step)).toBe(expected);
  });
});

describe("other stubs", () => {
  it("of a poll", () => {
    expect(stubs(turns(poll("a", { offset: 12 }, "x"), poll("b", { offset: 12 }, "x")))).toEqual({
      a: '[elided: bg_output "t" offset 12; a later bg_output covers it]',
    });
    const odd = (id: string): Step =>
      step(id, "bg_output", { id: "t\u00e4sk\n" }, { text: "x", note: LONG });
    expect(stubs(turns(odd("a"), odd("b")))).toEqual({
      a: '[elided: bg_output "t\\u00e4sk\\n" offset 0; a later bg_output covers it]',
    });
  });

  it("of a search", () => {
    const args = { pattern: "fo+\\s\u00fc" };
    expect(stubs(turns(search("a", args, {}), search("b", args, {})))).toEqual({
      a: '[elided: search_text "fo+\\\\s\\u00fc"; identical to a later result]',
    });
  });

  it("shows the tool that was called, escaped where it isn't printable ASCII", () => {
    const name = 'le"se\\_\u00fc\n\ud83d\ude00';
    const history = turns(step("a", name, {}, LONG), step("b", name, {}, LONG));
    const poll = { kind: "background", taskId: "t", offset: 0, limit: 1, isEmpty: true } as const;
    expect(stubs(history, { ...EAGER, profile: () => [poll] })).toEqual({
      a: '[elided: le"se\\_\\u00fc\\n\\ud83d\\ude00 "t" offset 0; a later le"se\\_\\u00fc\\n\\ud83d\\ude00 covers it]',
    });
  });
});

describe("length", () => {
  const stub = '[elided: read_file "a"@unknown; re-read to view]';
  const json = (length: number): string => "{}".padEnd(length);

  it.each([
    ["shorter than its stub", stub.length - 1, {}],
    ["as long as its stub: it stays", stub.length, {}],
    ["longer by one", stub.length + 1, { r: stub }],
  ])("a text %s", (_title, length, expected) => {
    const history = turns(step("r", "read_file", { path: "a" }, json(length)), write("w", "a"));
    expect(stubs(history)).toEqual(expected);
  });

  it("of all parts together counts", () => {
    const text = json(stub.length + 1);
    const content = [
      { type: "text", text: text.slice(0, 30) },
      { type: "text", text: text.slice(30) },
    ];
    const first = step("r", "read_file", { path: "a" }, "");
    const history = [assistant(first.call), answer(first, { content }), ...turn(write("w", "a"))];
    expect(stubs(history)).toEqual({ r: stub });
  });
});

describe("what a changed message keeps", () => {
  const first = read("r1", "a.ts", A);
  const stub = '[elided: read_file "a.ts"@1a2b3c4d; re-read to view]';
  const { text } = first;

  function projected(message: object): ToolMessage {
    const result = { ...answer(first), ...message } as ToolMessage;
    const history: Message[] = [assistant(first.call), result, ...turn(write("w", "a.ts"))];
    const { messages } = projectHistory(history, EAGER);
    expect(messages[0]).toBe(history[0]);
    expect(messages[1]).not.toBe(history[1]);
    return messages[1] as ToolMessage;
  }

  it("every other field, in order", () => {
    const fields = (content: string): string =>
      JSON.stringify({ role: "tool", callId: "r1", content, isError: false, meta: { a: [1] } });
    expect(JSON.stringify(projected(JSON.parse(fields(text))))).toBe(fields(stub));
  });

  const parts: readonly (readonly [string, readonly Part[], Part])[] = [
    ["one part", [{ type: "text", text }], { type: "text", text: stub }],
    [
      "the fields of one part",
      [{ type: "text", text, cache_control: { type: "ephemeral" }, id: 7 }],
      { type: "text", text: stub, cache_control: { type: "ephemeral" }, id: 7 },
    ],
    [
      "a cache marker on the last part",
      [
        { type: "text", text: text.slice(0, 9), id: 1 },
        { type: "text", text: text.slice(9), id: 2, cache_control: { type: "ephemeral" } },
      ],
      { type: "text", text: stub, id: 1, cache_control: { type: "ephemeral" } },
    ],
    [
      "of two markers on later parts the last",
      [
        { type: "text", text: text.slice(0, 9) },
        { type: "text", text: text.slice(9, 20), mark: 1, more: 1 },
        { type: "text", text: text.slice(20), mark: 2 },
      ],
      { type: "text", text: stub, mark: 2, more: 1 },
    ],
  ];
  it.each(parts)("of its parts: %s", (_title, content, expected) => {
    expect(projected({ content }).content).toEqual([expected]);
  });

  it("a field named like the prototype stays a field", () => {
    const part = JSON.parse(`{"type":"text","text":"","__proto__":{"a":1}}`) as Part;
    const [merged] = projected({ content: [{ type: "text", text }, part] }).content as Part[];
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(JSON.stringify(merged)).toContain('"__proto__":{"a":1}');
  });
});
