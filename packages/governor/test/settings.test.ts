import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CURRENT_POLICY_VERSION,
  createProjector,
  DEFAULT_EPOCH_MESSAGES,
  DEFAULT_MIN_AGE_TURNS,
  DEFAULT_MODE,
  GovernorError,
  type GovernorSettings,
  projectHistory,
  resolveSettings,
} from "../src/index.ts";
import { profile } from "../src/profiles/alisio.ts";
import { governorPolicySchema, governorSettingsSchema } from "../src/schemas.ts";
import { createEventBuilder, createUsageLedger } from "./support/entry-points.ts";

const FIELDS = [
  "mode",
  "minAgeTurns",
  "epochMessages",
  "eligibleMessages",
  "policyVersion",
  "profile",
];

const KNOWN = `an object with fields out of ${FIELDS.join(", ")}`;

function errorOf(settings: unknown): GovernorError {
  try {
    resolveSettings(settings as GovernorSettings);
  } catch (error) {
    if (GovernorError.isInstance(error)) return error;
    throw error;
  }
  throw new Error(`no error for ${JSON.stringify(settings)}`);
}

describe("defaults", () => {
  it("are the documented ones", () => {
    const expected = {
      mode: "off",
      minAgeTurns: 2,
      epochMessages: 32,
      eligibleMessages: undefined,
      policyVersion: 1,
      profile,
    };
    expect(resolveSettings()).toEqual(expected);
    expect(resolveSettings({})).toEqual(expected);
    const unset = Object.fromEntries(Object.keys(expected).map((field) => [field, undefined]));
    expect(resolveSettings(unset)).toEqual(expected);
    expect([DEFAULT_MODE, DEFAULT_MIN_AGE_TURNS, DEFAULT_EPOCH_MESSAGES]).toEqual(["off", 2, 32]);
    expect(CURRENT_POLICY_VERSION).toBe(1);
  });
});

describe("values in range", () => {
  it.each<GovernorSettings>([
    { mode: "off" },
    { mode: "shadow" },
    { mode: "on" },
    { minAgeTurns: 1 },
    { minAgeTurns: 20 },
    { epochMessages: 0 },
    { epochMessages: 1000 },
    { eligibleMessages: 0 },
    { eligibleMessages: 12_345 },
    { policyVersion: 1 },
    { profile: () => [] },
  ])("%j", (settings) => {
    expect(resolveSettings(settings)).toMatchObject(settings);
    expect(governorSettingsSchema.safeParse(settings).success).toBe(true);
  });
});

describe("values out of range", () => {
  const whole = (from: number, to: number | string): string =>
    `a whole number from ${from} to ${to}`;
  const rows: readonly (readonly [string, unknown, string])[] = [
    ['mode: "On"', { mode: "On" }, "one of off, shadow, on"],
    ["mode: true", { mode: true }, "one of off, shadow, on"],
    ["mode: null", { mode: null }, "one of off, shadow, on"],
    ["minAgeTurns: 0", { minAgeTurns: 0 }, whole(1, 20)],
    ["minAgeTurns: 21", { minAgeTurns: 21 }, whole(1, 20)],
    ["minAgeTurns: 1.5", { minAgeTurns: 1.5 }, whole(1, 20)],
    ['minAgeTurns: "2"', { minAgeTurns: "2" }, whole(1, 20)],
    ["minAgeTurns: NaN", { minAgeTurns: Number.NaN }, whole(1, 20)],
    ["minAgeTurns: 2", { minAgeTurns: 2n }, whole(1, 20)],
    ["epochMessages: -1", { epochMessages: -1 }, whole(0, 1000)],
    ["epochMessages: 1001", { epochMessages: 1001 }, whole(0, 1000)],
    ["epochMessages: null", { epochMessages: null }, whole(0, 1000)],
    ["epochMessages: an array", { epochMessages: [32] }, whole(0, 1000)],
    ["eligibleMessages: -1", { eligibleMessages: -1 }, whole(0, "the length of the history")],
    ["eligibleMessages: 0.5", { eligibleMessages: 0.5 }, whole(0, "the length of the history")],
    [
      "eligibleMessages: an object",
      { eligibleMessages: {} },
      whole(0, "the length of the history"),
    ],
    ["policyVersion: 0", { policyVersion: 0 }, whole(1, 1)],
    ['policyVersion: "1"', { policyVersion: "1" }, whole(1, 1)],
    ['policyVersion: "9"', { policyVersion: "9" }, whole(1, 1)],
    ["policyVersion: 1.5", { policyVersion: 1.5 }, whole(1, 1)],
    ["profile: an object", { profile: {} }, "a tool profile function"],
    ["profile: null", { profile: null }, "a tool profile function"],
    ['settings: "on"', "on", KNOWN],
    ["settings: null", null, KNOWN],
    ["settings: an array", ["on"], KNOWN],
    ["settings: a function", () => [], KNOWN],
  ];
  it.each(rows)("%s", (found, settings, expected) => {
    const error = errorOf(settings);
    expect(error.code).toBe("invalid_setting");
    expect(error.message).toBe(`Invalid governor setting ${found} (expected ${expected})`);
    expect(error.field).toBe(found.slice(0, found.indexOf(":")));
    expect(governorSettingsSchema.safeParse(settings).success).toBe(false);
  });

  it("names unknown fields, on one line", () => {
    const error = errorOf({ "minAge\nTurns": 2 });
    expect(error.code).toBe("unknown_setting");
    expect(error.message).toBe(`Invalid governor setting minAge\\nTurns: 2 (expected ${KNOWN})`);
    expect(errorOf({ [Symbol("mode")]: "on" }).code).toBe("unknown_setting");
    expect(errorOf(JSON.parse('{"__proto__":{"mode":"on"}}')).field).toBe("__proto__");
  });

  it("refuses a newer policy, and never guesses", () => {
    const error = errorOf({ policyVersion: 2 });
    expect(error.code).toBe("unsupported_policy_version");
    expect(error.message).toBe(
      "Invalid governor setting policyVersion: 2 (expected a whole number from 1 to 1)",
    );
    expect(governorPolicySchema.safeParse({ policyVersion: 2 }).success).toBe(false);
  });

  it("shows only the beginning of a long value", () => {
    expect(errorOf({ mode: "\u001b".repeat(500) }).message.length).toBeLessThan(500);
  });

  it("is refused by everything that takes settings", () => {
    const settings = { mode: "maybe" } as unknown as GovernorSettings;
    for (const use of [
      () => projectHistory([], settings),
      () => createProjector(settings),
      () => createEventBuilder(settings),
      () => createUsageLedger(settings),
    ]) {
      expect(use).toThrow(GovernorError);
    }
  });
});

describe("eligibleMessages", () => {
  const history = [{ role: "user", text: "hi" } as const];

  it.each(["off", "shadow", "on"] as const)(
    "is at most the length of the history in %s",
    (mode) => {
      expect(projectHistory(history, { mode, eligibleMessages: 1 }).messages).toBe(history);
      expect(() => projectHistory(history, { mode, eligibleMessages: 2 })).toThrow(
        "Invalid governor setting eligibleMessages: 2 (expected a whole number from 0 to 1)",
      );
      const projector = createProjector({ mode, eligibleMessages: 1 });
      expect(() => projector.view()).toThrow("from 0 to 0)");
      projector.push(history);
      expect(projector.view().messages).toEqual(history);
    },
  );

  it("doesn't shrink", () => {
    const projector = createProjector({ mode: "on" });
    projector.push([...history, ...history, ...history]);
    projector.view({ eligibleMessages: 2 });
    expect(() => projector.view({ eligibleMessages: 1 })).toThrow("from 2 to 3)");
    expect(() => projector.view({ eligibleMessages: 4 })).toThrow("from 2 to 3)");
    expect(() => projector.view({ eligibleMessages: 2.5 })).toThrow(GovernorError);
    expect(projector.view().messages).toHaveLength(3);
  });
});

describe("the schemas", () => {
  it("accept and refuse what the hand-written check does", () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>("off", "on", "shadow", null, undefined, 0, 1, 2, 20, 21, 1000, 1001),
      fc.integer({ min: -5, max: 1100 }),
      fc.anything(),
    );
    const settings = fc.record(
      {
        mode: value,
        minAgeTurns: value,
        epochMessages: value,
        eligibleMessages: value,
        policyVersion: value,
        profile: fc.oneof(
          value,
          fc.constant(() => []),
        ),
        other: value,
      },
      { requiredKeys: [] },
    );
    const valid = fc.record(
      {
        mode: fc.constantFrom("off", "shadow", "on"),
        minAgeTurns: fc.integer({ min: 1, max: 20 }),
        epochMessages: fc.integer({ min: 0, max: 1000 }),
      },
      { requiredKeys: [] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(settings, valid, fc.anything()), (given) => {
        // JSON has no undefined: the check takes an unknown field that is, a schema does not.
        if (given === undefined || hasUnknownUndefined(given)) return;
        let isAccepted = true;
        try {
          resolveSettings(given as GovernorSettings);
          accepted += 1;
        } catch (error) {
          if (!GovernorError.isInstance(error)) throw error;
          isAccepted = false;
        }
        expect(governorSettingsSchema.safeParse(given).success).toBe(isAccepted);
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  it("take no tool profile where settings are stored", () => {
    expect(governorPolicySchema.safeParse({ profile: () => [] }).success).toBe(false);
  });
});

function hasUnknownUndefined(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  return Object.entries(given).some(
    ([name, value]) => value === undefined && !FIELDS.includes(name),
  );
}
