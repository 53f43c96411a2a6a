import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { type GovernorSettings, projectHistory, type ToolProfile } from "../../src/index.ts";
import { profile as alisio } from "../../src/profiles/alisio.ts";
import { generateHistory } from "../support/generate-history.ts";
import { same } from "../support/holds.ts";
import { type Random, randomOf } from "../support/random.ts";
import { carriable } from "./support/carriable.ts";
import { checkAdapter } from "./support/check-adapter.ts";
import { ADAPTERS, FORMATS, type FormatName } from "./support/formats.ts";
import { mutate } from "./support/mutate.ts";
import { wellFormed } from "./support/well-formed.ts";
import { writeRequest } from "./support/write-requests.ts";

/** Requests per property and format, over 2,000 in all. */
const RUNS = Number(process.env["ALISIO_FC_RUNS"] ?? 200);

const seeds = fc.array(fc.integer(), { maxLength: 25, size: "max" });

/** Also knows the tools that the generator calls strange, by what they print. */
const profile: ToolProfile = (call, result) => {
  const { path } = (call.args ?? {}) as { readonly path?: unknown };
  if (call.name !== "custom") return alisio(call, result);
  if (result.text === null) return [];
  const key = typeof path === "string" ? path : "custom";
  return [{ kind: "search", pattern: key, argumentsKey: key, matchesKey: result.text.slice(0, 9) }];
};

function settingsOf(random: Random): GovernorSettings {
  const minAgeTurns = random.pick([1, 1, 2, 3]);
  return { profile, minAgeTurns, epochMessages: random.pick([0, 0, 0, 3, 8]) };
}

const elided = new Map<string, number>();

function count(what: string, number: number): void {
  elided.set(what, (elided.get(what) ?? 0) + number);
}

/** Fields that no format has, and markers that some have. */
function unknownFields(random: Random): () => object {
  return () => {
    const kind = random.below(8);
    if (kind === 0) return { cache_control: { type: "ephemeral" } };
    if (kind === 1) return { 7: "x", "future field": [{ a: null }], __proto: {} };
    return kind === 2 ? JSON.parse('{"__proto__": {"a": 1}, "z": 0.1}') : {};
  };
}

describe.each(FORMATS)("%s", (format: FormatName) => {
  const adapter = ADAPTERS[format];

  test("elides in a request what the canonical history elides, and changes nothing else", () => {
    fc.assert(
      fc.property(seeds, fc.integer(), (steps, seed) => {
        const random = randomOf(seed);
        const { history } = carriable(wellFormed(generateHistory(steps)));
        const settings = settingsOf(random);
        const request = writeRequest(format, history, { more: unknownFields(random) });
        const { elisions } = checkAdapter(adapter, request, settings);
        const told = projectHistory(history, { ...settings, mode: "on" });
        same(elisions, told.elisions, "the canonical history elides the same calls");
        count(format, elisions.length);
      }),
      { numRuns: RUNS },
    );
  });

  test("changes only elided texts in requests of any content", () => {
    fc.assert(
      fc.property(seeds, fc.integer(), (steps, seed) => {
        const random = randomOf(seed);
        const { history } = carriable(wellFormed(generateHistory(steps)));
        const withoutIds = random.chance(0.5);
        const request = writeRequest(format, history, { withoutIds, more: unknownFields(random) });
        const { elisions } = checkAdapter(adapter, mutate(request, random), settingsOf(random));
        count(`${format}, broken`, elisions.length);
      }),
      { numRuns: RUNS },
    );
  });
});

test("Gemini: without ids the same calls are elided by position", () => {
  fc.assert(
    fc.property(seeds, fc.integer(), (steps, seed) => {
      const random = randomOf(seed);
      const { history } = carriable(wellFormed(generateHistory(steps)));
      const settings = { ...settingsOf(random), mode: "on" } as const;
      const [withIds, without] = [false, true].map((withoutIds) => {
        const request = writeRequest("gemini", history, { withoutIds });
        const { gemini } = ADAPTERS;
        const order = gemini
          .toHistory(request)
          .flatMap((message) => (message.role === "tool" ? [message.callId] : []));
        const { elisions } = gemini.projectRequest(request, settings);
        return elisions.map(({ callId, reason, supersededBy }) => {
          return [order.indexOf(callId), reason, order.indexOf(supersededBy)];
        });
      });
      expect(without).toEqual(withIds);
    }),
    { numRuns: RUNS },
  );
});

afterAll(() => {
  for (const format of FORMATS) {
    expect(elided.get(format), format).toBeGreaterThan(RUNS / 2);
    expect(elided.get(`${format}, broken`), format).toBeGreaterThan(RUNS / 4);
  }
});
