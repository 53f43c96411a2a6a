import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonScanner, MAX_JSON_DEPTH } from "../src/internal/json-scanner.ts";

function scan(text: string): { state: string; position: number; repaired: string | undefined } {
  const scanner = new JsonScanner();
  const state = scanner.feed(text);
  return { state, position: scanner.position, repaired: scanner.repair(text) };
}

describe("JsonScanner", () => {
  it.each([
    ['{"a":1}', "complete", 7],
    ['{"a":1}{"b":2}', "complete", 7],
    ["[]", "complete", 2],
    ['  [1, 2, {"a": [true, null, -1.5e+3]}] rest', "complete", 38],
    ['"a\\"b"', "complete", 6],
    ["12 ", "complete", 2],
    ["true", "complete", 4],
    ['{"a":', "open", 5],
    ['{"a":1,', "open", 7],
    ['{"a":"cut', "open-string", 9],
    ['{"a":"cut\\', "open-string", 10],
    ['{"a" 1}', "invalid", 5],
    ['{"a":1,}', "invalid", 7],
    ["{,}", "invalid", 1],
    ["[1,]", "invalid", 3],
    ["{]", "invalid", 1],
    ["[1 2]", "invalid", 3],
    ['{"a":"tab\there"}', "invalid", 9],
    ['{"a":{"type":"x"}{', "invalid", 17],
    ["// text", "invalid", 0],
    ["", "open", 0],
    ['{"a":tru}', "invalid", 8],
    ['{"a":01}', "invalid", 7],
    ['{"a":1.}', "invalid", 7],
    ['{"a":-}', "invalid", 6],
    ['{"a":"\\x"}', "invalid", 7],
    ['{"a":"\\u12g4"}', "invalid", 10],
    ['{"a":"\\u12F4\\n"}', "complete", 16],
    ['{"a":"\\u12', "open-string", 10],
  ])("%s is %s, read up to %i", (text, state, position) => {
    expect(scan(text)).toMatchObject({ state, position });
  });

  it.each([
    ['{"a":[1,{"b":"cu', '{"a":[1,{}]}'],
    ['{"a":[1,2', '{"a":[1]}'],
    ['{"a":[{"b":1},', '{"a":[{"b":1}]}'],
    ['{"a":1,"b', '{"a":1}'],
    ['{"a":1,"b":', '{"a":1}'],
    ["{", "{}"],
    ['[{"a":"x"},{"b', '[{"a":"x"},{}]'],
  ])("repairs %s to %s", (text, repaired) => {
    expect(scan(text).repaired).toBe(repaired);
  });

  it("repairs nothing where nothing was opened", () => {
    expect(scan('"cut').repaired).toBeUndefined();
    expect(scan("").repaired).toBeUndefined();
  });

  it("takes nesting beyond the limit as damage", () => {
    expect(scan("[".repeat(MAX_JSON_DEPTH)).state).toBe("open");
    expect(scan("[".repeat(MAX_JSON_DEPTH + 1)).state).toBe("invalid");
  });

  it("agrees with JSON.parse on every value, in one piece or in many", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, seed) => {
        const cut = text.length === 0 ? 0 : seed % text.length;
        const scanner = new JsonScanner();
        const first = scanner.feed(text.slice(0, cut));
        const state =
          first === "complete" && cut < text.length && scanner.position < cut
            ? first
            : scanner.feed(text.slice(cut));
        expect(["complete"]).toContain(state);
      }),
    );
  });

  it("calls complete exactly what JSON.parse takes", () => {
    const outcomes = { complete: 0, other: 0 };
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[],:"\\0e.t u'))
      .map(
        ([text, at, sign]) =>
          text.slice(0, at % (text.length + 1)) + sign + text.slice(at % (text.length + 1)),
      );
    fc.assert(
      fc.property(damaged, (text) => {
        const scanner = new JsonScanner();
        const isWhole =
          scanner.feed(text) === "complete" && text.slice(scanner.position).trim() === "";
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(isWhole).toBe(parses);
        outcomes[isWhole ? "complete" : "other"] += 1;
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(outcomes.complete, outcomes.other)).toBeGreaterThan(50);
  });

  it("repairs every beginning of a container to something that parses", () => {
    let repaired = 0;
    fc.assert(
      fc.property(
        fc.object().map((value) => JSON.stringify(value)),
        fc.nat(),
        (text, seed) => {
          const cut = text.slice(0, 1 + (seed % (text.length - 1)));
          const scanner = new JsonScanner();
          scanner.feed(cut);
          const fixed = scanner.repair(cut);
          expect(fixed).toBeDefined();
          expect(() => JSON.parse(fixed ?? "")).not.toThrow();
          repaired += 1;
        },
      ),
    );
    expect(repaired).toBeGreaterThan(50);
  });
});
