import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEventParser } from "../../page/app/server-events.ts";

const parse = (...pieces: readonly string[]): readonly string[] => {
  const take = createEventParser();
  return pieces.flatMap((piece) => take(piece));
};

describe("an event stream", () => {
  test.each<readonly [string, string, readonly string[]]>([
    ["one", "id: 1\ndata: a\n\n", ["a"]],
    ["a named one", "event: x\ndata: a\n\n", ["a"]],
    ["several lines", "data: a\ndata: b\n\n", ["a\nb"]],
    ["comments and retry", ": waiting\n\nretry: 1\n\n", []],
    ["other fields, also of a longer name", "id: 7\n\ndatabase: x\n data: y\ndata: a\n\n", ["a"]],
    ["one blank is left out", "data:  a\n\n", [" a"]],
    ["no blank, more colons", "data:a: b\n\n", ["a: b"]],
    ["no colon", "data\n\n", [""]],
    ["an unfinished one", "data: a\n", []],
    ["carriage returns", "data: a\r\rdata: b\r\n\r\n.", ["a", "b"]],
  ])("%s", (_, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test("is the same however it is cut", () => {
    const value = fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n\0]/g, ""));
    const line = fc.oneof(
      value.map((text) => `data: ${text}`),
      value.map((text) => `id: ${text}`),
      value.map((text) => `event: ${text}`),
      fc.constantFrom("", "", ": comment", "data"),
    );
    const end = fc.constantFrom("\n", "\r\n", "\r");
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, end), { maxLength: 20 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        (lines, cuts) => {
          const text = `${lines.map(([content, ending]) => content + ending).join("")}: end`;
          const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
          const pieces = [...places, text.length].map((to, i) =>
            text.slice(places[i - 1] ?? 0, to),
          );
          const whole = parse(text);
          found += whole.length;
          expect(parse(...pieces)).toEqual(whole);
        },
      ),
    );
    expect(found).toBeGreaterThan(20);
  });

  test("a line without end is given up", () => {
    const take = createEventParser();
    take("data: ");
    expect(() => take("x".repeat(9 * 1024 * 1024))).toThrow(/without end/);
  });
});
