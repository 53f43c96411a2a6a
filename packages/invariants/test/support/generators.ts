import fc from "fast-check";
import type { InvariantSources, SourceMessage } from "../../src/index.ts";

/** How often each property runs; raise it with the environment variable. */
export const RUNS: number = Number(process.env["ALISIO_FC_RUNS"] ?? 10_000);

const PIECES = [
  "</invariants>",
  "< / INVARIANTS >",
  "<Invariants policy",
  "<\u3000/\u2028\ufeffinvariantS",
  "<\n\r\t/\u00a0invariants",
  "<//invariants",
  "<\u200b/invariants>",
  "\uff1c/invariants\uff1e",
  "<invariant",
  "<",
  "/",
  "<<",
  "invariants",
  "\n",
  "\r",
  "\r\n- ",
  "\n## Goal\n",
  "[3 invariants omitted: context.invariants.maxChars]",
  "\u2028",
  "\u2029",
  "\u0085",
  "\v\f\b",
  "\u0000",
  "\u001b[2J",
  "\u007f\u009b",
  "\u202e\u2066\u2069\u061c\u200f",
  "\ud83d",
  "\ude00",
  "\ud83d\ude00",
  '"',
  "\\",
  "\\u003c",
  " ",
  "never use semicolons",
  "\u00e9\u4e2d",
];

/** Texts that try to end the block, to begin a line or to be cut in a bad place. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 120 }).map((n) => "x".repeat(n)) },
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

/** Instructions as they can be stored: not blank, at most 500 units, no two alike. */
export const instructions: fc.Arbitrary<string[]> = fc
  .uniqueArray(hostileText, { maxLength: 20 })
  .map((texts) => texts.filter((text) => text.trim() !== "" && text.length <= 500));

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const longText = fc
  .tuple(hostileText, fc.integer({ min: 0, max: 700 }))
  .map(([text, length]) => text + "y".repeat(length));

/** Sound sources, of which about half find no room in a block of 1000 units. */
export const sources: fc.Arbitrary<InvariantSources> = fc.record({
  stored: fc.oneof(
    fc.constant(undefined),
    instructions.map((list) => ({ version: 1, instructions: list })),
  ),
  goal: optional(
    fc.record({
      objective: fc.oneof(hostileText, longText),
      status: fc.constantFrom("active", "paused", "blocked", "budget_limited", "achieved", ""),
    }),
  ),
  plan: optional(
    fc.record({
      title: fc.oneof(hostileText, longText),
      revision: fc.nat(),
      hash: fc.stringMatching(/^[0-9a-fA-F]{8,64}$/),
      status: fc.constantFrom("approved", "implementing", "draft", "rejected"),
    }),
  ),
  criteria: optional(
    fc.array(
      fc.record({
        text: fc.oneof(hostileText, longText),
        required: fc.boolean(),
        applicable: fc.constantFrom(true, false, undefined),
      }),
      { maxLength: 24, size: "+1" },
    ),
  ),
  grants: optional(
    fc.record({
      effects: optional(fc.array(fc.constantFrom("write", "network", "shell"), { maxLength: 3 })),
      capabilities: optional(
        fc.array(fc.constantFrom("analysis.run", "net:fetch", "mcp__a__b"), { maxLength: 3 }),
      ),
      externalDirectories: optional(fc.nat(12)),
    }),
  ),
});

/** Sizes over the whole range, most of them so small that something is left out. */
export const maxChars: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1000, max: 2000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 20_000 }) },
);

/** Messages of every kind, ordinary ones among them. */
export const messages: fc.Arbitrary<SourceMessage[]> = fc.array(
  fc.record({
    role: fc.constantFrom("user", "user", "user", "assistant", "tool", "system", "User"),
    text: fc.oneof(hostileText, longText),
    ordinary: fc.boolean(),
  }),
  { maxLength: 5 },
);

/** Freezes a value to its depths, so that any change of it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
