import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedText } from "../../src/tools/internal/bounded-text.ts";
import { TaskOutput } from "../../src/tools/internal/task-output.ts";

const PIECES = fc.array(
  fc.string({ unit: fc.constantFrom("a", "é", "😀", "\n", "𝄞"), maxLength: 30 }),
  { maxLength: 20 },
);

describe("the output of a background task", () => {
  it("is what polls give one after the other, whatever their schedule", () => {
    let moved = 0;
    fc.assert(
      fc.property(
        PIECES,
        fc.array(
          fc.record({ appends: fc.nat({ max: 3 }), limit: fc.integer({ min: 1, max: 25 }) }),
          {
            minLength: 1,
            maxLength: 30,
          },
        ),
        (pieces, schedule) => {
          const output = new TaskOutput(1_000_000);
          const waiting = [...pieces];
          let text = "";
          let offset = 0;
          const poll = (limit: number): void => {
            const part = output.read(offset, limit);
            expect(part.dropped).toBe(0);
            expect(part.text.length).toBeLessThanOrEqual(limit + 1);
            expect(part.text).not.toMatch(/\p{Surrogate}/u);
            expect(part.nextOffset).toBe(offset + part.text.length);
            if (part.text.length !== limit && part.text !== "") moved += 1;
            text += part.text;
            offset = part.nextOffset;
          };
          for (const { appends, limit } of schedule) {
            for (const piece of waiting.splice(0, appends)) output.append(piece);
            poll(limit);
          }
          for (const piece of waiting.splice(0)) output.append(piece);
          while (offset < output.length) poll(7);
          expect(text).toBe(pieces.join(""));
        },
      ),
    );
    expect(moved).toBeGreaterThan(50);
  });

  it("gives whole characters from any offset", () => {
    const output = new TaskOutput(100);
    output.append("a😀b");
    expect(output.read(0, 2)).toEqual({ text: "a", nextOffset: 1, dropped: 0 });
    expect(output.read(1, 1)).toEqual({ text: "😀", nextOffset: 3, dropped: 0 });
    expect(output.read(2, 10)).toEqual({ text: "😀b", nextOffset: 4, dropped: 0 });
    expect(output.read(9, 10)).toEqual({ text: "", nextOffset: 4, dropped: 0 });
  });

  it("drops the oldest over its limit, keeps offsets, and says how much is gone", () => {
    let dropping = 0;
    fc.assert(
      fc.property(
        PIECES,
        fc.integer({ min: 2, max: 60 }),
        fc.nat({ max: 300 }),
        (pieces, max, from) => {
          const output = new TaskOutput(max);
          for (const piece of pieces) output.append(piece);
          const whole = pieces.join("");
          const part = output.read(from, 1_000);
          expect(output.length).toBe(whole.length);
          expect(whole.endsWith(part.text)).toBe(true);
          expect(part.nextOffset).toBe(whole.length);
          expect(part.text.length).toBeLessThanOrEqual(max);
          if (from < whole.length) {
            const begin = whole.length - part.text.length;
            expect(part.dropped).toBe(Math.max(0, begin - from));
          }
          if (part.dropped > 0) dropping += 1;
        },
      ),
    );
    expect(dropping).toBeGreaterThan(10);
  });
});

describe("long output of a background task", () => {
  it("is kept and dropped in blocks without a unit lost or doubled", () => {
    const output = new TaskOutput(50_000);
    let whole = "";
    let dropped = 0;
    for (let piece = 0; piece < 60; piece += 1) {
      const text = `${piece}:${"😀".repeat(2_000 + 37 * piece)}`;
      output.append(text);
      whole += text;
      const from = Math.max(0, whole.length - 30_000 - 501 * piece);
      const part = output.read(from, 1_000_000);
      expect(part.nextOffset).toBe(whole.length);
      expect(whole.endsWith(part.text)).toBe(true);
      expect(part.text.length).toBeLessThanOrEqual(50_001);
      if (part.dropped === 0) expect(part.text.length - (whole.length - from)).toBeOneOf([0, 1]);
      else expect(part.dropped + part.text.length).toBe(whole.length - from);
      dropped += part.dropped;
    }
    expect(dropped).toBeGreaterThan(0);
  });
});

describe("the output of a process", () => {
  it("is whole up to the limit, and loses only its middle beyond", () => {
    let cut = 0;
    fc.assert(
      fc.property(PIECES, fc.integer({ min: 1, max: 100 }), (pieces, max) => {
        const bounded = new BoundedText(max);
        for (const piece of pieces) bounded.append(piece);
        const whole = pieces.join("");
        expect(bounded.isCut).toBe(whole.length > max);
        if (!bounded.isCut) {
          expect(bounded.text()).toBe(whole);
          return;
        }
        cut += 1;
        const [, head = "", left, tail = ""] =
          /^(.*)\n\[\.\.\. (\d+) characters left out \.\.\.\]\n(.*)$/s.exec(bounded.text()) ?? [];
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(head + tail).not.toMatch(/\p{Surrogate}/u);
        expect(head.length + tail.length + Number(left)).toBe(whole.length);
        expect(head.length + tail.length).toBeLessThanOrEqual(max);
        expect(head.length + tail.length).toBeGreaterThanOrEqual(max - 2);
      }),
    );
    expect(cut).toBeGreaterThan(20);
  });
});
