import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { ToolMessage } from "../src/message.ts";
import { projectHistory } from "../src/project-history.ts";
import { resolveSettings } from "../src/resolve-settings.ts";
import { segmentsOf } from "../src/segments-of.ts";
import { oracleProject } from "./oracle/project.ts";
import { checkGrowth } from "./support/check-growth.ts";
import { checkProjection, checkShape } from "./support/check-projection.ts";
import { checkStubSource } from "./support/check-stub-source.ts";
import { deepFreeze } from "./support/deep-freeze.ts";
import { generateHistory } from "./support/generate-history.ts";
import { generateSettings } from "./support/generate-settings.ts";
import { holds, same } from "./support/holds.ts";
import { randomOf } from "./support/random.ts";

/** Histories per property. `ALISIO_FC_RUNS=1000000` for a night. */
const RUNS = Number(process.env["ALISIO_FC_RUNS"] ?? 10_000);

/** Longer histories than this are checked at some of their lengths only. */
const EVERY_LENGTH_UP_TO = 60;

/** How often what happened, over all histories. */
const counts = new Map<string, number>();

function count(what: string, number = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + number);
}

/** Every guarantee, on one history. */
function check(seeds: readonly number[], settingsSeed: number): void {
  const random = randomOf(settingsSeed);
  const history = deepFreeze(generateHistory(seeds));
  const { settings, oracleProfile } = generateSettings(random, history.length);
  const on = { ...settings, mode: "on" as const };
  const resolved = resolveSettings(on);

  const projection = projectHistory(history, on);
  const again = projectHistory(history, on);
  same(JSON.stringify(again), JSON.stringify(projection), "projecting twice gives equal bytes");
  checkShape(history, projection.messages);
  const independent = { ...resolved, profile: oracleProfile };
  const expected = oracleProject(history, independent);
  checkProjection(history, projection, expected, independent);
  checkStubSource(history, projection.messages, settings);
  holds(
    segmentsOf(history).length === projection.totals?.segments &&
      segmentsOf(history).reduce((sum, { tokens }) => sum + tokens, 0) ===
        projection.totals.tokensBefore,
    "segments and totals agree",
  );

  const shadow = projectHistory(history, { ...settings, mode: "shadow" });
  holds(shadow.messages === history, "shadow sends the input itself");
  same(shadow.elisions, projection.elisions, "shadow computes what on does");
  same(shadow.totals, projection.totals, "shadow counts what on does");

  checkGrowth(history, settings, resolved, random, history.length <= EVERY_LENGTH_UP_TO);

  count("histories");
  count("messages", history.length);
  for (const { reason } of projection.elisions) count(reason);
  for (const reason of expected.kept) count(`kept: ${reason}`);
  for (const { callId } of projection.elisions) if (callId === "__proto__") count("odd ids");
  for (const at of expected.positions) countStub(projection.messages[at] as ToolMessage);
}

function countStub({ content }: ToolMessage): void {
  if (typeof content !== "string") count("stub: in a part");
  const stub = JSON.stringify(content);
  if (stub.includes("@unknown")) count("stub: no hash");
  if (/"\+[12]@/.test(stub)) count("stub: several reads");
  if (stub.includes(" lines ")) count("stub: lines");
  if (stub.includes("\\\\u")) count("stub: escapes");
}

describe("generated histories", () => {
  it("hold every guarantee", { timeout: 0 }, () => {
    const seeds = fc.array(fc.nat(0x7fffffff), { maxLength: 20, size: "max" });
    fc.assert(
      fc.property(seeds, fc.nat(0x7fffffff), (history, settings) => {
        check(history, settings);
      }),
      { numRuns: RUNS },
    );
  });

  it("hold every guarantee in long sessions", { timeout: 0 }, () => {
    const seeds = fc.array(fc.nat(0x7fffffff), { minLength: 100, maxLength: 250, size: "max" });
    fc.assert(
      fc.property(seeds, fc.nat(0x7fffffff), (history, settings) => {
        check(history, settings);
      }),
      { numRuns: Math.ceil(RUNS / 200) },
    );
  });

  it("off looks at nothing", { timeout: 0 }, () => {
    const profile = (): never => {
      throw new Error("off called the profile");
    };
    fc.assert(
      fc.property(fc.array(fc.nat(0x7fffffff), { maxLength: 12 }), (seeds) => {
        const history = generateHistory(seeds);
        const projection = projectHistory(history, { profile });
        holds(projection.messages === history, "off sends the input itself");
        same(Object.keys(projection), ["messages", "elisions"], "off measures nothing");
        same(projection.elisions, [], "off elides nothing");
      }),
      { numRuns: RUNS },
    );
  });

  afterAll(() => {
    const table = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    process.stdout.write(`${table.map(([what, number]) => `  ${what}: ${number}`).join("\n")}\n`);
    for (const what of [
      "superseded_read",
      "stale_bg_output",
      "duplicate_search",
      "kept: a part isn't text",
      "kept: a tie",
      "kept: the stub is longer",
      "kept: too young",
      "kept: last turn",
      "kept: last result of its path",
      "kept: content still holds",
      "kept: continues where an earlier poll ended",
      "kept: no later poll covers it",
      "kept: nothing later is identical",
      "kept: never redundant",
      "odd ids",
      "stub: in a part",
      "stub: no hash",
      "stub: several reads",
      "stub: lines",
      "stub: escapes",
    ]) {
      // Rare things may not happen in few histories.
      if (RUNS >= 2000) expect(counts.get(what) ?? 0, what).toBeGreaterThan(RUNS / 5000);
    }
  });
});
