import { describe, expect, it } from "vitest";
import type { Message } from "../src/message.ts";
import {
  A,
  answer,
  assistant,
  B,
  LONG,
  read,
  step,
  stubs,
  turn,
  turns,
  write,
} from "./support/conversation.ts";

/** The stub of a read of `a.ts` with the hash `A`. */
const STUB = '[elided: read_file "a.ts"@1a2b3c4d; re-read to view]';

const first = read("r1", "a.ts", A);
const [call1, call2] = [first.call, read("r2", "a.ts", B).call];
const [other, second, third] = [read("o", "a.ts", B), read("r2", "a.ts", A), read("r3", "a.ts", A)];

const rows: readonly (readonly [string, readonly Message[], Record<string, string>])[] = [
  ["a later write", turns(first, write("w", "a.ts")), { r1: STUB }],
  ["a later edit", turns(first, write("w", "a.ts", "edit_file")), { r1: STUB }],
  ["a later read with another hash", turns(first, read("r2", "a.ts", B)), { r1: STUB }],
  ["a later read with the same hash", turns(first, read("r2", "a.ts", A)), {}],
  ["the same hash in upper case", turns(first, read("r2", "a.ts", A.toUpperCase())), {}],
  [
    "a longer hash with the same first digits",
    turns(first, read("r2", "a.ts", `${A}0`)),
    { r1: STUB },
  ],
  ["a later read without a hash", turns(first, read("r2", "a.ts", null)), {}],
  ["a later read with 7 hex digits", turns(first, read("r2", "a.ts", "ffffff1")), {}],
  ["a later read with 8 hex digits", turns(first, read("r2", "a.ts", "ffffff12")), { r1: STUB }],
  ["a later read with a hash that is no hex", turns(first, read("r2", "a.ts", "xyzxyzxyz")), {}],
  ["an earlier write", turns(write("w", "a.ts"), first), {}],
  ["a write of another file", turns(first, write("w", "b.ts")), {}],
  ["another spelling of the path", turns(first, write("w", "./a.ts")), {}],
  ["a path that resolves to the same", turns(first, write("w", "x/../a.ts")), {}],
  ["nothing later", turns(first, step("s", "shell", { command: "cat a.ts" }, LONG)), {}],
  [
    "each read of three that differ but the last",
    turns(first, read("r2", "a.ts", B), read("r3", "a.ts", A)),
    { r1: STUB, r2: '[elided: read_file "a.ts"@ffffffff; re-read to view]' },
  ],
  [
    "a read that an equal one follows, and then a write",
    turns(first, read("r2", "a.ts", A), write("w", "a.ts")),
    { r1: STUB, r2: STUB },
  ],
  [
    "a read without a hash: by a change",
    turns(read("r1", "a.ts", null), write("w", "a.ts")),
    { r1: '[elided: read_file "a.ts"@unknown; re-read to view]' },
  ],
  ["a read without a hash: not by a read", turns(read("r1", "a.ts"), read("r2", "a.ts", B)), {}],
  [
    "a part of the file, by a hash of the whole",
    turns(read("r1", "a.ts", A, { startLine: 10, limit: 50 }), read("r2", "a.ts", B, { limit: 5 })),
    { r1: '[elided: read_file "a.ts"@1a2b3c4d lines 10+50; re-read to view]' },
  ],
  [
    "a write that failed",
    [
      ...turn(first),
      assistant(write("w", "a.ts").call),
      answer(write("w", "a.ts"), { isError: true }),
    ],
    {},
  ],
  [
    "a read that failed",
    [...turn(first), assistant(call2), answer(read("r2", "a.ts", B), { isError: true })],
    {},
  ],
  [
    "a failed read is no last result of its path",
    [
      ...turns(first, write("w", "a.ts")),
      assistant(call2),
      answer(read("r2", "a.ts", B), { isError: true }),
    ],
    { r1: STUB },
  ],
  [
    "a failed read itself",
    [assistant(call1), answer(first, { isError: true }), ...turn(write("w", "a.ts"))],
    {},
  ],
  [
    "isError null and false are no errors",
    [
      assistant(call1),
      answer(first, { isError: null }),
      assistant(call2),
      answer(read("r2", "a.ts", B), { isError: false }),
      ...turn(write("w", "b.ts")),
    ],
    { r1: STUB },
  ],
  [
    "isError of another type is an error",
    [assistant(call1), answer(first, { isError: 0 }), ...turn(write("w", "a.ts"))],
    {},
  ],
  [
    "a change whose result is no JSON",
    turns(first, step("w", "write_file", { path: "a.ts" }, "written")),
    { r1: STUB },
  ],
  [
    "a change whose result has an image",
    [
      ...turn(first),
      assistant(write("w", "a.ts").call),
      answer(write("w", "a.ts"), { content: [{ type: "image", data: "AAAA" }] }),
    ],
    { r1: STUB },
  ],
  [
    "a read that returned an image",
    [
      assistant(call1),
      answer(first, {
        content: [
          { type: "text", text: first.text },
          { type: "image", data: "A" },
        ],
      }),
      ...turn(write("w", "a.ts")),
    ],
    {},
  ],
  [
    "a read that returned no JSON object",
    turns(step("r1", "read_file", { path: "a.ts" }, LONG), write("w", "a.ts")),
    {},
  ],
  [
    "a later read that returned no JSON object justifies nothing and is no last result",
    turns(
      first,
      read("r2", "a.ts", B),
      step("r3", "read_file", { path: "a.ts" }, `[${read("r3", "a.ts", B).text}]`),
    ),
    { r1: STUB },
  ],
  [
    "a hash that is given twice: the last counts",
    turns(
      { ...first, text: first.text.replace("{", `{"sha256":"${B}",`) },
      read("r2", "a.ts", A),
      read("r3", "a.ts", A),
    ),
    {},
  ],
  [
    "parallel calls, results in order",
    [...turn(first, read("r2", "a.ts", B)), assistant()],
    { r1: STUB },
  ],
  [
    "parallel calls, results in the other order: neither is later",
    [assistant(call1, call2), answer(read("r2", "a.ts", B)), answer(first), assistant()],
    {},
  ],
  [
    "a result that comes after a later call's result",
    [assistant(call1), assistant(call2), answer(read("r2", "a.ts", B)), answer(first), assistant()],
    {},
  ],
  [
    "two reads at once, and a write between whose result comes first",
    [
      assistant(call1, write("w", "a.ts").call, call2),
      answer(write("w", "a.ts")),
      answer(first),
      answer(read("r2", "a.ts", A)),
      assistant(),
    ],
    {},
  ],
  [
    "equal reads at once, and another content whose call lies after the first of them",
    [
      assistant(call1, other.call, second.call, third.call),
      ...[first, third, second, other].map((each) => answer(each)),
      assistant(),
    ],
    { r1: STUB },
  ],
  [
    "equal reads at once, and another content whose call lies before the last of them",
    [
      assistant(call1, second.call, other.call, third.call),
      ...[first, third, second, other].map((each) => answer(each)),
      assistant(),
    ],
    { r1: STUB, r2: STUB },
  ],
  [
    "names of object prototypes as paths",
    turns(
      read("r1", "__proto__", A),
      read("r2", "constructor", A),
      write("w1", "__proto__"),
      write("w2", "constructor"),
    ),
    {
      r1: '[elided: read_file "__proto__"@1a2b3c4d; re-read to view]',
      r2: '[elided: read_file "constructor"@1a2b3c4d; re-read to view]',
    },
  ],
];

describe("superseded_read", () => {
  it.each(rows)("%s", (_title, history, expected) => {
    expect(stubs(history)).toEqual(expected);
  });
});
