import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { profile } from "../../src/profiles/alisio.ts";
import { replay } from "../../src/simulate/internal/replay.ts";
import { createNeedFinder } from "../../src/simulate/internal/still-needed.ts";
import { quotedByOf } from "../../src/simulate/quoted-by.ts";
import { resolveSimulationSettings } from "../../src/simulate/resolve-simulation-settings.ts";
import { simulateStream } from "../../src/simulate/simulate-stream.ts";
import type { QuotedBy, SimulationFigures } from "../../src/simulate/types.ts";
import { oracleProfile } from "../oracle/profile.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import { holds, same } from "../support/holds.ts";
import { randomOf } from "../support/random.ts";
import { oracleSimulate } from "./oracle/simulate.ts";
import { generateStream } from "./support/generate-stream.ts";

const RUNS = Math.ceil(Number(process.env["ALISIO_FC_RUNS"] ?? 10_000) / 10);
const quotedBy = quotedByOf("alisio") as QuotedBy;
const counts = new Map<string, number>();

function check(seeds: readonly number[], seed: number): void {
  const random = randomOf(seed);
  const stream = deepFreeze(generateStream(seeds, random));
  const plain = {
    minAgeTurns: random.pick([1, 1, 2, 4]),
    epochMessages: random.pick([0, 0, 3, 8, 32]),
    apply: random.pick(["epochs", "epochs", "cold"] as const),
    priceInput: random.pick([1, 3]),
    priceCached: random.pick([0.1, 0, 1]),
    priceCacheWrite: random.pick([1.25, 1, 2]),
    coldAfterMs: random.pick([300_000, 0, 1_000_000_000]),
    minCacheTokens: random.pick([1024, 100, 0]),
  };
  const figures = simulateStream(stream, { ...plain, profile, quotedBy });
  const expected = oracleSimulate(stream, { ...plain, profile: oracleProfile, quotedBy });
  for (const [name, value] of Object.entries(expected)) {
    const actual = figures[name as keyof SimulationFigures];
    // Tokens and prices are rounded once, at the end.
    const isSum = typeof value === "number" && !Number.isInteger(value);
    const isNear = typeof actual === "number" && isSum && Math.abs(actual - value) <= 2;
    if (!isNear) same(rounded(actual), rounded(value), `${name} is what a slow replay gives`);
  }
  checkSums(figures);
  for (const [name, value] of Object.entries({ ...figures.elidedByReason, ...figures })) {
    if (typeof value === "number") counts.set(name, (counts.get(name) ?? 0) + value);
  }
}

function rounded(value: unknown): unknown {
  if (typeof value === "number") return Math.round(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, Math.round(it)]));
}

function checkSums(figures: SimulationFigures): void {
  const saved = Object.values(figures.tokensSavedByReason).reduce((sum, it) => sum + it, 0);
  same(saved, figures.tokensSaved, "savings add up");
  same(figures.inputTokensOff - saved, figures.inputTokensOn, "what isn't saved is sent");
  holds(figures.savedShare >= 0 && figures.savedShare <= 1, "a share is a share");
  holds(figures.stillNeeded <= figures.elidedByReason.superseded_read, "only reads are needed");
  holds(figures.prefixChangesAdded <= figures.prefixChangesOn, "added changes are changes");
}

/** However soon the index is made: a search back over the messages gives the same. */
function checkIndex(seeds: readonly number[], seed: number): void {
  const random = randomOf(seed);
  const stream = deepFreeze(generateStream(seeds, random));
  const settings = resolveSimulationSettings({
    minAgeTurns: random.pick([1, 1, 2]),
    epochMessages: random.pick([0, 0, 3, 8]),
    apply: random.pick(["epochs", "epochs", "cold"] as const),
    profile,
    quotedBy,
  });
  const withIndexAfter = (visits: number) =>
    replay(stream, settings, createNeedFinder(stream, settings, visits));
  const expected = withIndexAfter(Number.POSITIVE_INFINITY);
  same(withIndexAfter(-1), expected, "an index from the start gives the same");
  same(withIndexAfter(0.2), expected, "and one that is made on the way");
  needed += expected.reduce((sum, { newlyNeeded }) => sum + newlyNeeded, 0);
}

let needed = 0;

describe("a simulation", () => {
  it("gives what a slow replay gives", () => {
    const seed = process.env["ALISIO_FC_SEED"] === "random" ? {} : { seed: 7 };
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1, maxLength: 40, size: "max" }),
        fc.integer(),
        check,
      ),
      { ...seed, numRuns: RUNS },
    );
  });

  it("finds what is still needed with an index and without", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 20, maxLength: 80, size: "max" }),
        fc.integer(),
        checkIndex,
      ),
      { seed: 11, numRuns: RUNS / 2 },
    );
    expect(needed).toBeGreaterThan(RUNS / 10);
  });

  afterAll(() => {
    for (const name of [
      "superseded_read",
      "stale_bg_output",
      "duplicate_search",
      "prefixChangesOff",
      "prefixChangesAdded",
      "coldRequests",
      "coldMoments",
      "untimedRequests",
      "reportedRequests",
      "stillNeeded",
      "stillNeededEdits",
    ]) {
      expect(counts.get(name), `${name} over ${RUNS} streams`).toBeGreaterThan(RUNS / 20);
    }
  });
});
