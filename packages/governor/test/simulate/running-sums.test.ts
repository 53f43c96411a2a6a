import fc from "fast-check";
import { expect, it } from "vitest";
import { createRunningSums } from "../../src/simulate/internal/running-sums.ts";

it("gives the sum of all that was added before a position", () => {
  const position = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(fc.array(fc.tuple(position, fc.integer({ min: -9, max: 99 }))), (added) => {
      const sums = createRunningSums();
      const all: number[] = new Array(310).fill(0);
      for (const [at, value] of added) {
        sums.add(at, value);
        (all[at] as number) += value;
        for (const end of [0, at, at + 1, 305]) {
          expect(sums.before(end)).toBe(all.slice(0, end).reduce((sum, each) => sum + each, 0));
        }
      }
    }),
    { seed: 5 },
  );
});
