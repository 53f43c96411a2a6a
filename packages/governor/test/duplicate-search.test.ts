import { describe, expect, it } from "vitest";
import type { Message } from "../src/message.ts";
import { LONG, search, step, stubs, turns } from "./support/conversation.ts";

const STUB = '[elided: search_text "foo"; identical to a later result]';
const match = { type: "match", path: "a.ts", line: 1, text: "foo" };
const context = { type: "context", path: "a.ts", line: 2, text: "bar" };
const lines = [match, context];

/** ripgrep's form of the same. */
function ripgrep(entry: typeof match, ending: string = "\n"): string {
  const { type, path, line, text } = entry;
  const data = { path: { text: path }, lines: { text: `${text}${ending}` }, line_number: line };
  return JSON.stringify({ type, data });
}

function process(id: string, stdout: unknown, more: object = {}): ReturnType<typeof step> {
  const result = { stdout, stderr: LONG, exitCode: 0, truncated: false, ...more };
  return step(id, "search_text", { pattern: "foo" }, result);
}

const stdout = `${ripgrep(match)}\n${ripgrep(context)}\n`;
const statistics = JSON.stringify({ type: "summary", data: { elapsed_total: { nanos: 5 } } });
const nested = { where: { b: 1, a: [1, { d: 1, c: 2 }] } };
const nestedSorted = { where: { a: [1, { c: 2, d: 1 }], b: 1 } };

type Row = readonly [string, readonly Message[], Record<string, string>];

const rows: readonly Row[] = [
  ["the same matches", turns(search("a", {}, { lines }), search("b", {}, { lines })), { a: STUB }],
  [
    "elapsed time, statistics and truncated",
    turns(
      search("a", {}, { lines, elapsedMs: 1, truncated: true }),
      search("b", {}, { lines: [...lines, { type: "summary", n: 2 }], elapsedMs: 2 }),
    ),
    { a: STUB },
  ],
  ["no matches", turns(search("a", {}, {}), search("b", {}, {})), { a: STUB }],
  ["another exit code", turns(search("a", {}, {}), search("b", {}, { exitCode: 1 })), {}],
  [
    "no numeric exit code",
    turns(search("a", {}, { exitCode: null }), search("b", {}, { exitCode: null })),
    {},
  ],
  ["a match more", turns(search("a", {}, { lines: [match] }), search("b", {}, { lines })), {}],
  [
    "another order of matches",
    turns(search("a", {}, { lines }), search("b", {}, { lines: [context, match] })),
    {},
  ],
  ...(["type", "path", "line", "text"] as const).map((field): Row => {
    const other = { ...match, [field]: field === "line" ? 9 : "context" };
    return [
      `another ${field}`,
      turns(search("a", {}, { lines: [match] }), search("b", {}, { lines: [other] })),
      {},
    ];
  }),
  ...(["path", "line", "text"] as const).map((field): Row => {
    const broken = [{ ...match, [field]: null }];
    return [
      `a match without ${field}`,
      turns(search("a", {}, { lines: broken }), search("b", {}, { lines: broken })),
      {},
    ];
  }),
  [
    "an entry of another type may lack fields",
    turns(search("a", {}, { lines: [{ type: "begin" }] }), search("b", {}, { lines: [{}] })),
    { a: STUB },
  ],
  ...[null, "text", 5, []].map(
    (entry): Row => [
      `an entry that is no object: ${JSON.stringify(entry)}`,
      turns(search("a", {}, { lines: [entry] }), search("b", {}, { lines: [entry] })),
      {},
    ],
  ),
  [
    "another argument",
    turns(search("a", { path: "x" }, { lines }), search("b", {}, { lines })),
    {},
  ],
  [
    "the same arguments in another order",
    turns(
      step("a", "search_text", { pattern: "foo", ...nested }, { exitCode: 0, lines, note: LONG }),
      step("b", "search_text", { ...nestedSorted, pattern: "foo" }, { exitCode: 0, lines }),
    ),
    { a: STUB },
  ],
  [
    "a list of arguments in another order",
    turns(search("a", { in: ["x", "y"] }, { lines }), search("b", { in: ["y", "x"] }, { lines })),
    {},
  ],
  [
    "a path that isn't a string",
    turns(search("a", { path: 5 }, {}), search("b", { path: 5 }, {})),
    {},
  ],
  ["ripgrep's JSON lines", turns(process("a", stdout), process("b", stdout)), { a: STUB }],
  [
    "ripgrep's statistics, and empty lines",
    turns(process("a", stdout), process("b", `\n${stdout}\n\n${statistics}`)),
    { a: STUB },
  ],
  [
    "ripgrep's and the other form, one final newline dropped",
    turns(process("a", stdout), search("b", {}, { lines })),
    { a: STUB },
  ],
  [
    "only one newline is dropped",
    turns(process("a", ripgrep(match)), process("b", ripgrep(match, "\n\n"))),
    {},
  ],
  [
    "a carriage return is part of the text",
    turns(process("a", ripgrep(match)), process("b", ripgrep(match, "\r\n"))),
    {},
  ],
  [
    "ripgrep's bytes are no text",
    turns(
      ...["a", "b"].map((id) => process(id, stdout.replace('"text":"foo\\n"', '"bytes":"Zm9v"'))),
    ),
    {},
  ],
  ["a cut line", turns(...["a", "b"].map((id) => process(id, stdout.slice(0, -5)))), {}],
  ["a line that is no object", turns(...["a", "b"].map((id) => process(id, `${stdout}[]\n`))), {}],
  [
    "lines are preferred to stdout",
    turns(
      process("a", "no JSON", { lines, exitCode: 0 }),
      process("b", "no JSON either", { lines, exitCode: 0 }),
    ),
    { a: STUB },
  ],
  [
    "lines that are no array are not",
    turns(process("a", stdout, { lines: {} }), process("b", stdout, { lines: "none" })),
    { a: STUB },
  ],
  ["neither form", turns(process("a", null), process("b", null)), {}],
];

describe("duplicate_search", () => {
  it.each(rows)("%s", (_title, history, expected) => {
    expect(stubs(history)).toEqual(expected);
  });
});
