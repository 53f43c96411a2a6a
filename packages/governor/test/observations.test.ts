import { describe, expect, it } from "vitest";
import { projectHistory } from "../src/project-history.ts";
import type { Observation, ReadObservation, ToolProfile } from "../src/types.ts";
import {
  A,
  answer,
  assistant,
  B,
  EAGER,
  LONG,
  step,
  stubs,
  turns,
} from "./support/conversation.ts";

/** A tool of which the arguments are the observations. */
const profile: ToolProfile = ({ args }) => args as readonly Observation[];

function say(id: string, ...observations: readonly Observation[]): ReturnType<typeof step> {
  return step(id, "tool", observations, LONG);
}

const read = (path: string, more: Partial<ReadObservation> = {}): Observation => ({
  kind: "read",
  path,
  ...more,
});
const change = (path: string): Observation => ({ kind: "change", path });
const paths: Observation = { kind: "paths", paths: ["a"] };
const search: Observation = { kind: "search", pattern: "p", argumentsKey: "k", matchesKey: "m" };
const poll: Observation = { kind: "background", taskId: "t", offset: 0, limit: 1, isEmpty: false };
const stub = (what: string): string => `[elided: tool ${what}; re-read to view]`;

type Row = readonly [string, readonly ReturnType<typeof step>[], Record<string, string>];

const several: readonly Row[] = [
  ["one read", [say("x", read("a")), say("y", change("a"))], { x: stub('"a"@unknown') }],
  [
    "two reads, both redundant",
    [say("x", read("a", { sha256: A }), read("b")), say("y", change("a"), change("b"))],
    { x: stub('"a"+1@1a2b3c4d') },
  ],
  [
    "three reads with lines",
    [say("x", read("a", { limit: 5 }), read("b"), read("a")), say("y", change("a"), change("b"))],
    { x: stub('"a"+2@unknown lines 1+5') },
  ],
  ["two reads, one redundant", [say("x", read("a"), read("b")), say("y", change("a"))], {}],
  [
    "two reads, redundant by two results",
    [say("x", read("a"), read("b")), say("y", change("b")), say("z", change("a"))],
    { x: stub('"a"+1@unknown') },
  ],
  ["a change among them", [say("x", read("a"), change("c")), say("y", change("a"))], {}],
  [
    "a change justifies, whatever else its result says",
    [say("x", read("a")), say("y", read("b"), change("a"))],
    { x: stub('"a"@unknown') },
  ],
  [
    "paths count for nothing",
    [say("x", paths, read("a")), say("y", change("a"))],
    { x: stub('"a"@unknown') },
  ],
  ["paths alone", [say("x", paths), say("y", paths), say("z", change("a"))], {}],
  ["no observation", [say("x"), say("y", change("a"))], {}],
  [
    "a search and a read: the first gives reason and stub",
    [say("x", search, read("a")), say("y", search, change("a"))],
    { x: '[elided: tool "p"; identical to a later result]' },
  ],
  [
    "a read and a search: only reads are counted",
    [say("x", read("a"), search), say("y", search, change("a"))],
    { x: stub('"a"@unknown') },
  ],
  ["a search that isn't repeated", [say("x", read("a"), search), say("y", change("a"))], {}],
  [
    "a poll and a read",
    [say("x", poll, read("a")), say("y", poll, change("a"))],
    { x: '[elided: tool "t" offset 0; a later tool covers it]' },
  ],
  [
    "the same path twice in one result, with other content: neither is later",
    [say("x", read("a", { sha256: A }), read("a", { sha256: B })), say("y", paths)],
    {},
  ],
  [
    "the same path twice in one result, with other content, and a change",
    [say("x", read("a", { sha256: A }), read("a", { sha256: B })), say("y", change("a"))],
    { x: stub('"a"+1@1a2b3c4d') },
  ],
  [
    "the same path twice in one result, by a third content",
    [
      say("x", read("a", { sha256: A }), read("a", { sha256: B })),
      say("y", read("a", { sha256: `${A}0` })),
    ],
    { x: stub('"a"+1@1a2b3c4d') },
  ],
  [
    "the same path twice in one result, by one of both contents",
    [
      say("x", read("a", { sha256: A }), read("a", { sha256: B })),
      say("y", read("a", { sha256: B })),
    ],
    {},
  ],
  [
    "the same search twice in one result",
    [say("x", search, search), say("y", search)],
    { x: '[elided: tool "p"; identical to a later result]' },
  ],
  [
    "a poll that continues within the same result doesn't continue",
    [
      say("x", { ...poll, nextOffset: 5 }, { ...poll, offset: 5 }),
      say("y", poll, { ...poll, offset: 5 }),
    ],
    { x: '[elided: tool "t" offset 0; a later tool covers it]' },
  ],
  [
    "a kind that this version doesn't know",
    [say("x", read("a"), { kind: "new" } as never), say("y", change("a"))],
    {},
  ],
];

describe("a result with several observations", () => {
  it.each(several)("%s", (_title, steps, expected) => {
    const settings = { ...EAGER, profile };
    expect(stubs([...turns(...steps), assistant()], settings)).toEqual(expected);
  });

  it("names the superseder of the first", () => {
    const history = turns(
      say("x", read("a"), read("b")),
      say("y", change("a")),
      say("z", change("b")),
    );
    const { elisions } = projectHistory(history, { ...EAGER, profile });
    expect(elisions).toMatchObject([{ callId: "x", supersededBy: "y" }]);
  });
});

const whole = (compareText: string): Observation => read("a", { compareText });
const part = (rangeKey: string, compareText: string): Observation =>
  read("a", { rangeKey, compareText });

const texts: readonly (readonly [string, Observation, Observation, boolean])[] = [
  ["two whole reads with different text", whole("1"), whole("2"), true],
  ["two whole reads with the same text", whole("1"), whole("1"), false],
  ["two parts with different text", part("1-5", "1"), part("1-5", "2"), true],
  ["two parts with the same text", part("1-5", "1"), part("1-5", "1"), false],
  ["different parts", part("1-5", "1"), part("6-9", "2"), false],
  ["a part and the whole", part("1-5", "1"), whole("2"), false],
  ["the whole and a part", whole("1"), part("1-5", "2"), false],
  ["a part with an empty key is no whole", part("", "1"), whole("2"), false],
  ["a part with the key `undefined` is no whole", part("undefined", "1"), whole("2"), false],
  ["empty text is text", whole(""), whole("2"), true],
  ["a text and none", whole("1"), read("a"), false],
  ["none and a text", read("a"), whole("1"), false],
  ["a hash and a text", read("a", { sha256: A, compareText: "1" }), whole("2"), false],
  ["a text and a hash", whole("1"), read("a", { sha256: A, compareText: "2" }), false],
  [
    "hashes come before texts",
    read("a", { sha256: A, compareText: "1" }),
    read("a", { sha256: A, compareText: "2" }),
    false,
  ],
  [
    "different hashes with the same text",
    read("a", { sha256: A, compareText: "1" }),
    read("a", { sha256: B, compareText: "1" }),
    true,
  ],
  ["a change of the path", whole("1"), change("a"), true],
];

describe("reads without hashes", () => {
  it.each(texts)("%s", (_title, earlier, later, isElided) => {
    const found = stubs(turns(say("x", earlier), say("y", later)), { ...EAGER, profile });
    expect("x" in found).toBe(isElided);
    if (isElided) expect(found["x"]).toMatch(/^\[elided: tool "a"@(unknown|1a2b3c4d); /);
  });
});

describe("a result that isn't text", () => {
  it("may justify, and is never elided", () => {
    const image = { content: [{ type: "image", data: "AAAA" }] };
    const [x, y, z] = [say("x", whole("1")), say("y", whole("2")), say("z", change("a"))];
    const history = [...turns(x), assistant(y.call), answer(y, image), ...turns(z)];
    expect(Object.keys(stubs(history, { ...EAGER, profile }))).toEqual(["x"]);
  });
});

describe("a profile that tells subjects", () => {
  it("is not asked about a call that it tells no subject of, whatever it would say", () => {
    const told = Object.assign((...given: Parameters<ToolProfile>) => profile(...given), {
      subjectOf: ({ id }: { readonly id: string }) => (id.startsWith("x") ? undefined : "a"),
    });
    const steps = [say("x1", read("a")), say("x2", change("a")), say("y1", read("a"))];
    const history = [...turns(...steps, say("y2", change("a"))), assistant()];
    expect(Object.keys(stubs(history, { ...EAGER, profile: told }))).toEqual(["y1"]);
  });
});
