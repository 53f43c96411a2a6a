import { describe, expect, it } from "vitest";
import { buildContextReport, type ContextReportInput, orderStrip } from "../src/index.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

const drawn = (input: ContextReportInput, columns: number): string =>
  orderStrip(buildContextReport(input), columns)
    .map((span) => span.sign.repeat(span.columns))
    .join("");
const front = (characters: number) => [{ source: "AGENTS.md", kind: "project", characters }];

describe("orderStrip", () => {
  it("gives every segment the width of its tokens", () => {
    const history = [
      { role: "assistant", text: "x".repeat(200) },
      { role: "assistant", text: "x".repeat(100) },
    ] as const;
    const input = inputOf(history, { instructions: front(100) });
    expect(drawn(input, 4)).toBe("#..+");
    expect(drawn(input, 8)).toBe("##....++");
    expect(drawn(input, 1)).toBe(".");
  });

  it("shows elided results where they stand, applied or not", () => {
    const { history } = new Session().read("a.ts", "1").read("a.ts", "2").say().say().say();
    for (const [mode, sign] of [
      ["on", "x"],
      ["shadow", "~"],
    ] as const) {
      const strip = drawn(inputOf(history, { settings: { mode, epochMessages: 0 } }), 60);
      expect(strip).toMatch(new RegExp(`^\\.{1,10}${sign}{10,}\\.+\\+{1,3}$`));
    }
  });

  it("shows what isn't listed as such, with the width of its tokens", () => {
    const made = new Session();
    for (let i = 0; i < 800; i++) made.say();
    expect(drawn(inputOf(made.history), 10)).toMatch(/^\?{5}\.{5}$/);
  });

  it("shows holes between what is listed, and behind it", () => {
    const made = new Session();
    for (let i = 0; i < 200; i++) made.user();
    for (let i = 0; i < 200; i++) made.shell("ls");
    for (let i = 0; i < 200; i++) made.user();
    made.shell("ls");
    expect(drawn(inputOf(made.history), 20)).toMatch(/^#{5,}\?{5,}#{5,}$/);
    const behind = measured(inputOf(made.history.slice(0, 402)));
    const listed = { ...behind, segments: behind.segments.slice(0, 100) };
    const spans = orderStrip(listed, 20);
    expect(spans.map(({ state }) => state)).toEqual(["pinned", "not_listed"]);
  });

  it("is empty where there is nothing to show", () => {
    expect(orderStrip(measured(inputOf([])), 10)).toEqual([]);
    expect(orderStrip(buildContextReport(inputOf([], { settings: {} })), 10)).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN, 10_001, "8" as never])("refuses %s columns", (columns) => {
    expect(() => orderStrip(measured(inputOf([])), columns)).toThrow(/^columns is /);
  });
});
