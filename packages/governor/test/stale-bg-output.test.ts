import { describe, expect, it } from "vitest";
import type { Message } from "../src/message.ts";
import { assistant, LONG, poll, step, stubs, turn, turns } from "./support/conversation.ts";

const STUB = '[elided: bg_output "t" offset 0; a later bg_output covers it]';
const at = (offset: number): string =>
  `[elided: bg_output "t" offset ${offset}; a later bg_output covers it]`;

const other = step("b", "bg_output", { id: "u" }, { id: "u", text: "", note: LONG });

const rows: readonly (readonly [string, readonly Message[], Record<string, string>])[] = [
  ["the same range", turns(poll("a", {}, "out"), poll("b", {}, "out more")), { a: STUB }],
  [
    "the same range after defaults",
    turns(poll("a", {}, "out"), poll("b", { offset: 0, limit: 20000 }, "out more")),
    { a: STUB },
  ],
  ["another offset", turns(poll("a", {}, "out"), poll("b", { offset: 3 }, "more")), {}],
  ["another limit", turns(poll("a", {}, "out"), poll("b", { limit: 100 }, "out")), {}],
  ["another task", turns(poll("a", {}, "out"), other), {}],
  [
    "an empty poll, by any later poll",
    turns(poll("a", {}, ""), poll("b", { offset: 9 }, "x")),
    { a: STUB },
  ],
  [
    "an empty poll, by a later empty one",
    turns(poll("a", {}, ""), poll("b", { limit: 5 }, "")),
    { a: STUB },
  ],
  ["an empty poll, by nothing later", turns(poll("b", {}, "x"), poll("a", {}, "")), { b: STUB }],
  [
    "a poll that continues where one ended, by the same range",
    turns(
      poll("a", {}, "out", 3),
      poll("b", { offset: 3 }, "more", 7),
      poll("c", { offset: 3 }, "m"),
    ),
    {},
  ],
  [
    "an empty poll that continues where one ended",
    turns(poll("a", {}, "out", 3), poll("b", { offset: 3 }, "", 3), poll("c", { offset: 3 }, "m")),
    {},
  ],
  [
    "an offset that no earlier poll returned",
    turns(poll("a", {}, "out", 4), poll("b", { offset: 3 }, "more"), poll("c", { offset: 3 }, "m")),
    { b: at(3) },
  ],
  [
    "an offset that only a later poll returned",
    turns(poll("b", { offset: 3 }, "more"), poll("a", {}, "out", 3), poll("c", { offset: 3 }, "m")),
    { b: at(3) },
  ],
  [
    "an offset that a poll of another task returned",
    turns(
      step("a", "bg_output", { id: "u" }, { id: "u", text: "out", next_offset: 3 }),
      poll("b", { offset: 3 }, "more"),
      poll("c", { offset: 3 }, "m"),
    ),
    { b: at(3) },
  ],
  [
    "offset 0 never continues",
    turns(poll("a", { offset: 5 }, "x", 0), poll("b", { offset: 0 }, "y"), poll("c", {}, "z")),
    { b: STUB },
  ],
  [
    "a negative offset never continues",
    turns(poll("a", {}, "x", -1), poll("b", { offset: -1 }, "y"), poll("c", { offset: -1 }, "z")),
    { b: at(-1) },
  ],
  [
    "a next_offset that isn't a number",
    turns(
      step("a", "bg_output", { id: "t" }, { text: "x", next_offset: "3" }),
      poll("b", { offset: 3 }, "y"),
      poll("c", { offset: 3 }, "z"),
    ),
    { b: at(3) },
  ],
  [
    "a continuation covers what it repeats",
    turns(
      poll("x", { offset: 3 }, "more"),
      poll("a", {}, "out", 3),
      poll("b", { offset: 3 }, "more"),
    ),
    { x: at(3) },
  ],
  [
    "an offset or limit that isn't a number",
    turns(
      poll("a", { offset: "0" }, "x"),
      poll("b", { offset: null }, "x"),
      poll("c", { limit: null }, "x"),
      poll("d", { offset: "0" }, "x"),
    ),
    {},
  ],
  [
    "a result without text",
    turns(poll("a", {}, "x"), step("b", "bg_output", { id: "t" }, { id: "t", text: null })),
    {},
  ],
  [
    "an id that isn't a string",
    turns(
      step("a", "bg_output", { id: 1 }, { text: "x", note: LONG }),
      step("b", "bg_output", { id: 1 }, { text: "x", note: LONG }),
    ),
    {},
  ],
  [
    "counters that differ are no difference",
    turns(
      step("a", "bg_output", { id: "t" }, { text: "x", elapsedMs: 1, note: LONG }),
      step("b", "bg_output", { id: "t" }, { text: "y", elapsedMs: 2, note: LONG }),
    ),
    { a: STUB },
  ],
  ["parallel polls", [...turn(poll("a", {}, "x"), poll("b", {}, "x")), assistant()], { a: STUB }],
];

describe("stale_bg_output", () => {
  it.each(rows)("%s", (_title, history, expected) => {
    expect(stubs(history)).toEqual(expected);
  });
});
