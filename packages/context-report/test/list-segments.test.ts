import { describe, expect, it } from "vitest";
import { MAX_LISTED_SEGMENTS } from "../src/index.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

function session(build: (session: Session) => void): Session {
  const made = new Session();
  build(made);
  return made;
}

function times(count: number, act: (i: number) => void): void {
  for (let i = 0; i < count; i++) act(i);
}

describe("the list", () => {
  it("holds everything up to the limit", () => {
    const { history } = session((s) => times(MAX_LISTED_SEGMENTS, () => s.say()));
    const { segments, leftOut, totals } = measured(inputOf(history));
    expect([segments.length, totals.segments, leftOut.normal.count]).toEqual([400, 400, 0]);
  });

  it("loses the oldest of the rest first, normal or high", () => {
    const made = session((s) => {
      s.change("old.ts");
      times(100, () => s.user());
      times(398, () => s.say());
    });
    const { segments, leftOut } = measured(inputOf(made.history));
    expect(segments).toHaveLength(400);
    expect(segments.filter(({ kind }) => kind === "user")).toHaveLength(100);
    expect([leftOut.high.count, leftOut.normal.count, leftOut.pinned.count]).toEqual([2, 98, 0]);
    expect(segments[100]?.id).toBe(`m${102 + 98}.0`);
  });

  it("then low ones, then elided ones, then pinned ones, each from the oldest", () => {
    const made = session((s) => {
      times(200, () => s.user());
      times(150, (i) => s.read("a.ts", `version ${i}`));
      times(150, () => s.call("shell", { command: "true" }, ""));
      times(3, () => s.say());
    });
    // 200 pinned, 149 elided, 150 low, and a rest: the rest goes, and 99 low ones.
    const one = measured(inputOf(made.history));
    expect(one.segments.map(({ reason }) => reason)).not.toContain("default");
    expect(one.leftOut.low.count).toBe(99);
    expect(one.segments.filter(({ elision }) => elision)).toHaveLength(149);
    const empties = one.segments.filter(({ reason }) => reason === "empty");
    expect(empties.map(({ messageIndex }) => messageIndex)).toEqual(
      Array.from({ length: 51 }, (_, i) => 200 + 300 + (99 + i) * 2 + 1),
    );

    times(100, () => made.user());
    const two = measured(inputOf(made.history));
    expect(two.segments.filter(({ reason }) => reason === "empty")).toHaveLength(0);
    expect(two.segments.filter(({ elision }) => elision)).toHaveLength(100);
    expect(two.segments.find(({ elision }) => elision)?.messageIndex).toBe(200 + 49 * 2 + 1);

    times(150, () => made.user());
    const three = measured(inputOf(made.history));
    expect(three.segments.every(({ criticality }) => criticality === "pinned")).toBe(true);
    expect([three.segments.length, three.segments[0]?.messageIndex]).toEqual([400, 50]);
    expect(three.leftOut.pinned.count).toBe(50);
  });

  it("keeps the places of what it leaves out", () => {
    const made = session((s) => times(450, () => s.say()));
    const [first] = measured(inputOf(made.history)).segments;
    expect([first?.index, first?.offset]).toEqual([50, 50 * (first?.tokensBefore ?? 0)]);
  });
});
