import { describe, expect, it } from "vitest";
import type { Message } from "../src/message.ts";
import {
  A,
  answer,
  assistant,
  B,
  read,
  stubs,
  turn,
  turns,
  write,
} from "./support/conversation.ts";

const STUB = '[elided: read_file "a.ts"@1a2b3c4d; re-read to view]';
const first = read("r1", "a.ts", A);
const later = turn(write("w", "a.ts"));
const any = (...messages: readonly unknown[]): Message[] => messages as Message[];

const rows: readonly (readonly [string, readonly Message[], Record<string, string>])[] = [
  ["a pair", [...turn(first), ...later], { r1: STUB }],
  ["a result without its call", [answer(first), ...later], {}],
  ["a call without a result", [assistant(first.call), ...later], {}],
  ["a result before its call", [answer(first), assistant(first.call), ...later], {}],
  [
    "a result before its call, and one after it",
    [answer(first), ...turn(first), ...later],
    { r1: STUB },
  ],
  [
    "a second result of a call",
    [...turn(first), answer({ ...first, text: "again" }), ...later],
    { r1: STUB },
  ],
  [
    "an error first: the pair is the error",
    [assistant(first.call), answer(first, { isError: true }), answer(first), ...later],
    {},
  ],
  [
    "a second call of an id: it is another's result",
    [...turns(read("r1", "b.ts", A)), ...turn(first), ...later],
    {},
  ],
  [
    "a second call of an id justifies nothing",
    [...turn(first), ...turn(read("x", "z.ts", A)), ...turn(write("x", "a.ts"))],
    {},
  ],
  [
    "two calls of an id in one message",
    [assistant(first.call, { ...first.call, args: { path: "b" } }), answer(first), ...later],
    { r1: STUB },
  ],
  [
    "malformed results use up no id",
    any(
      assistant(first.call),
      { role: "tool", callId: "r1" },
      { role: "tool", callId: "r1", content: null },
      { role: "tool", callId: "r1", content: { type: "text" } },
      { role: "result", callId: "r1", content: "x" },
      answer(first),
      ...later,
    ),
    { r1: STUB },
  ],
  [
    "malformed calls use up no id",
    any(
      { role: "assistant", calls: [null, 7, "r1", { id: "r1" }, { id: "r1", name: 5, args: {} }] },
      { role: "assistant", calls: { id: "r1", name: "read_file", args: { path: "b" } } },
      { role: "model", calls: [{ id: "r1", name: "read_file", args: { path: "b" } }] },
      ...turn(first),
      ...later,
    ),
    { r1: STUB },
  ],
  [
    "an id that isn't a string",
    any(
      { role: "assistant", calls: [{ ...first.call, id: 1 }] },
      { ...answer(first), callId: 1 },
      ...later,
    ),
    {},
  ],
  [
    "ids of object prototypes",
    [...turn(read("__proto__", "a.ts", A)), ...turn(read("toString", "a.ts", B)), ...later],
    // A plain object of expectations can't hold the first.
    JSON.parse(
      `{"__proto__":${JSON.stringify(STUB)},"toString":${JSON.stringify(STUB.replace("1a2b3c4d", "ffffffff"))}}`,
    ),
  ],
  ["the empty id", [...turn(read("", "a.ts", A)), ...later], { "": STUB }],
  [
    "messages that are no objects",
    any(null, undefined, 5, "text", [], ...turn(first), null, ...later, null),
    { r1: STUB },
  ],
];

describe("pairs of calls and results", () => {
  it.each(rows)("%s", (_title, history, expected) => {
    expect(stubs(history)).toEqual(expected);
  });
});
