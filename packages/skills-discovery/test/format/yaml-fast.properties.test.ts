import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { readFast } from "../../src/internal/yaml-fast.ts";
import { readFull } from "../../src/internal/yaml-full.ts";
import { RUNS } from "./arbitraries.ts";
import { frontmatterText } from "./frontmatter-text.ts";

describe("the fast reader", () => {
  test("gives the full reader's tree wherever it answers", () => {
    let answered = 0;
    fc.assert(
      fc.property(frontmatterText, (text) => {
        const fast = readFast(text);
        if (fast === undefined) return;
        answered += 1;
        expect(readFull(yaml, text)).toStrictEqual({ kind: "read", mapping: fast });
      }),
      { numRuns: RUNS * 4 },
    );
    // It would hold of a reader that never answers.
    expect(answered).toBeGreaterThan(RUNS / 5);
  });

  test("gives the same for lists in brackets, however they are put together", () => {
    const piece = fc.constantFrom(
      ..."a|b c|: |:| :|,|, |]|[|'x'|\"y\"|-| |#| #|{|}|(z)|*|&|1|true|~|?|? |key: v|/|é|a:b".split(
        "|",
      ),
    );
    const tail = fc.constantFrom("", "\nb: 1", "\n  more", "\n# c", "  ");
    let answered = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), tail, (pieces, rest) => {
        const text = `k: [${pieces.join("")}]${rest}\n`;
        const fast = readFast(text);
        if (fast === undefined) return;
        answered += 1;
        expect(readFull(yaml, text)).toStrictEqual({ kind: "read", mapping: fast });
      }),
      { numRuns: RUNS * 4 },
    );
    expect(answered).toBeGreaterThan(RUNS / 10);
  });
});
