import fc from "fast-check";
import { expect, it } from "vitest";
import { profile } from "../../src/profiles/alisio.ts";
import { replay } from "../../src/simulate/internal/replay.ts";
import { createNeedFinder } from "../../src/simulate/internal/still-needed.ts";
import { quotedByOf } from "../../src/simulate/quoted-by.ts";
import { resolveSimulationSettings } from "../../src/simulate/resolve-simulation-settings.ts";
import type { SimulationStream } from "../../src/simulate/types.ts";
import { randomOf } from "../support/random.ts";
import { slowReplay } from "./reference/replay.ts";
import { generateStream } from "./support/generate-stream.ts";

const RUNS = Math.ceil(Number(process.env["ALISIO_FC_RUNS"] ?? 10_000) / 200);
const MAX_STEPS = 250;

/** Long stretches without a compaction, so that much is elided far back and much is added up. */
function longStream(seed: number): SimulationStream {
  const random = randomOf(seed);
  const steps = Array.from({ length: 1 + random.below(MAX_STEPS) }, () => random.below(2 ** 31));
  const { history, requests, compactions, agentElisions } = generateStream(steps, random);
  return {
    history,
    requests,
    compactions: compactions?.slice(-random.below(3)),
    agentElisions: random.chance(0.2) ? agentElisions : [],
  };
}

it("gives for every request of a long stream what comparing all of it gives", () => {
  const counts = { elided: 0, needed: 0, changed: 0, moments: 0 };
  const check = (seed: number): void => {
    const random = randomOf(seed);
    const stream = longStream(seed);
    const settings = resolveSimulationSettings({
      minAgeTurns: random.pick([1, 1, 2, 4, 20]),
      epochMessages: random.pick([0, 0, 3, 8, 32, 100]),
      apply: random.pick(["epochs", "epochs", "cold"]),
      coldAfterMs: random.pick([300_000, 0, 1_000_000_000]),
      profile,
      quotedBy: quotedByOf("alisio"),
    });
    // With an index of lines from the first edit on, and only where looking back has become dear.
    const [indexed = [], rows = []] = [0, undefined].map((visitsPerMessage) =>
      replay(stream, settings, createNeedFinder(stream, settings, visitsPerMessage)).map((row) => ({
        ...row,
        newlyElided: [...row.newlyElided].sort(),
      })),
    );
    const expected = slowReplay(stream, settings);
    expect(rows).toEqual(expected);
    expect(indexed).toEqual(expected);
    for (const { newlyElided, newlyNeeded, on, isMoment } of rows) {
      counts.elided += newlyElided.length;
      counts.needed += newlyNeeded;
      counts.changed += on.isChanged ? 1 : 0;
      counts.moments += isMoment ? 1 : 0;
    }
  };
  fc.assert(fc.property(fc.integer(), check), { seed: 7, numRuns: RUNS });
  for (const [name, count] of Object.entries(counts)) {
    expect(count, `${name} in ${RUNS} streams`).toBeGreaterThan(RUNS / 4);
  }
});
