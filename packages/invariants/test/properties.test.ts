import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptQuotes, readStoredInvariants, renderInvariants } from "../src/index.ts";
import { quote } from "../src/internal/quote.ts";
import { storedInvariantsSchema } from "../src/schemas.ts";
import * as generate from "./support/generators.ts";
import { referenceBlock, referenceQuote } from "./support/reference.ts";

const runs = { numRuns: generate.RUNS };
const KINDS = ["instruction", "goal", "plan", "criterion", "grant"] as const;

/** Counts how often a situation came up, so that a property that never meets it fails. */
function tally(): { (name: string, seen: boolean): void; expectAll: () => void } {
  const seen = new Map<string, number>();
  const count = (name: string, happened: boolean): void => {
    seen.set(name, (seen.get(name) ?? 0) + Number(happened));
  };
  return Object.assign(count, {
    expectAll: () => {
      for (const [name, times] of seen) {
        expect(times, name).toBeGreaterThan(generate.RUNS / 400 - 1);
      }
    },
  });
}

describe("the block", () => {
  it("agrees with the reference implementation, which tries every selection", () => {
    const count = tally();
    fc.assert(
      fc.property(generate.sources, generate.maxChars, (sources, maxChars) => {
        const actual = renderInvariants(sources, { maxChars });
        const expected = referenceBlock(sources, maxChars);
        expect(actual.text).toBe(expected.text);
        expect(KINDS.map((kind) => actual.counts[kind])).toEqual(expected.counts);
        expect(actual.omitted).toBe(expected.omitted);
        expect(actual.diagnostics).toEqual([]);
        count("everything fits", expected.omitted === 0 && expected.text !== undefined);
        count("one omitted", expected.omitted === 1);
        count("several omitted", expected.omitted > 1);
        count("ten or more omitted", expected.omitted > 9);
        count("nothing to send", expected.text === undefined);
      }),
      runs,
    );
    count.expectAll();
  });

  it("is never over maxChars, cuts no item, and counts what it leaves out", () => {
    const count = tally();
    fc.assert(
      fc.property(generate.sources, generate.maxChars, (sources, maxChars) => {
        const { text, counts, total, omitted } = renderInvariants(sources, { maxChars });
        const whole = renderInvariants(sources, { mode: "shadow", maxChars: 20_000 });
        expect(total).toBe(KINDS.reduce((sum, kind) => sum + counts[kind], 0));
        expect(total + omitted).toBe(whole.total + whole.omitted);
        if (text === undefined) {
          expect(total + omitted).toBe(0);
          return;
        }
        expect(text.length).toBeLessThanOrEqual(maxChars);
        const lines = text.split("\n");
        const items = lines.filter((line) => line.startsWith("- "));
        expect(items).toHaveLength(total);
        const texts = new Set(textsOf(sources));
        for (const line of items) {
          const quoted =
            /^- (".*")( revision \d+ hash [0-9a-fA-F]{8}| \[(?:required|optional)\])?$/;
          expect(texts.has(JSON.parse(quoted.exec(line)?.[1] ?? "null") as string)).toBe(true);
        }
        const plural = omitted === 1 ? "invariant" : "invariants";
        const last = `[${omitted} ${plural} omitted: context.invariants.maxChars]`;
        expect(lines.at(-2) === last).toBe(omitted > 0);
        count("filled to the last 5 units", maxChars - text.length < 5);
        count("omitted", omitted > 0);
      }),
      runs,
    );
    count.expectAll();
  });

  it("cannot be ended or given a line of its own by any item", () => {
    const count = tally();
    fc.assert(
      fc.property(generate.sources, (sources) => {
        const { text } = renderInvariants(sources, { maxChars: 20_000 });
        if (text === undefined) return;
        expect(text.match(/<\s*\/?\s*invariants/gi)).toEqual(["<invariants", "</invariants"]);
        expect(text.startsWith('<invariants policy="1">\n')).toBe(true);
        expect(text.endsWith("\n</invariants>")).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
        expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e]/);
        expect(text).not.toMatch(/[\u2066-\u2069]/);
        expect(text).not.toMatch(/\p{Surrogate}/u);
        const fixed = text.split("\n").filter((line) => !line.startsWith('- "'));
        expect(fixed.slice(3, 8).map((line) => line.slice(0, 3))).toEqual(Array(5).fill("## "));
        expect(fixed.length).toBeLessThanOrEqual(10);
        count("a forged tag", /<\s*\/?\s*invariants/i.test(textsOf(sources).join("")));
        count("a line break", /[\n\r\u2028\u0085]/.test(textsOf(sources).join("")));
      }),
      runs,
    );
    count.expectAll();
  });

  it("is the same for the same sources, has the counts of shadow and changes nothing", () => {
    fc.assert(
      fc.property(generate.sources, generate.maxChars, (sources, maxChars) => {
        const copy = structuredClone(sources);
        const first = renderInvariants(generate.deepFreeze(sources), { maxChars });
        expect(sources).toEqual(copy);
        expect(renderInvariants(copy, { maxChars })).toEqual(first);
        const shadow = renderInvariants(sources, { maxChars, mode: "shadow" });
        expect(shadow).toEqual({ ...first, text: undefined });
        expect(renderInvariants(sources, { maxChars, mode: "off" })).toEqual(renderInvariants({}));
      }),
      runs,
    );
  });
});

describe("quote", () => {
  it("agrees with the reference implementation and is read back as the same text", () => {
    fc.assert(
      fc.property(generate.hostileText, (text) => {
        expect(quote(text)).toBe(referenceQuote(text));
        expect(JSON.parse(quote(text))).toBe(text);
      }),
      runs,
    );
  });
});

describe("acceptQuotes", () => {
  const slice = fc.record({
    of: fc.nat(),
    start: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.nat(40), fc.nat(900)),
  });

  it("keeps exactly the literal pieces of ordinary user messages that find room", () => {
    const count = tally();
    fc.assert(
      fc.property(
        generate.messages,
        fc.array(fc.oneof(slice, generate.hostileText), { maxLength: 8 }),
        generate.instructions,
        (messages, picks, instructions) => {
          const candidates = picks.map((pick) => {
            if (typeof pick === "string") return pick;
            const text = messages[pick.of % Math.max(1, messages.length)]?.text ?? "";
            const start = Math.floor(pick.start * text.length);
            return text.slice(start, start + pick.length);
          });
          const stored = { version: 1, instructions };
          const input = generate.deepFreeze({ candidates, messages, stored });
          const before = structuredClone(input);
          const result = acceptQuotes(input.candidates, input.messages, input.stored);
          expect(input).toEqual(before);
          expect(acceptQuotes(candidates, messages, stored)).toEqual(result);
          const kept = [...instructions];
          const refused = [];
          for (const text of candidates) {
            const sources = messages.filter((m) => m.role === "user" && m.ordinary);
            const verbatim = sources.some((m) => m.text.indexOf(text) >= 0);
            let reason: string | undefined;
            if (!/\S/.test(text)) reason = "empty";
            else if (text.length > 500) reason = "too_long";
            else if (kept.includes(text)) reason = "duplicate";
            else if (!verbatim) reason = "not_verbatim";
            else if (kept.length === 20) reason = "full";
            if (reason === undefined) kept.push(text);
            else refused.push({ quote: text, reason });
            count(reason ?? "accepted", true);
          }
          expect(result.stored).toEqual({ version: 1, instructions: kept });
          expect(result.refusals).toEqual(refused);
          expect([...instructions, ...result.added]).toEqual(kept);
          expect(storedInvariantsSchema.safeParse(result.stored).success).toBe(true);
        },
      ),
      runs,
    );
    for (const reason of ["accepted", "empty", "too_long", "duplicate", "not_verbatim"]) {
      count(reason, false);
    }
    count.expectAll();
  });

  it("keeps the oldest twenty over any number of compactions", () => {
    const count = tally();
    const words = fc.array(
      fc.integer({ min: 0, max: 99 }).map((n) => `rule ${n};`),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), (compactions) => {
        let stored: unknown;
        const all: string[] = [];
        for (const quotes of compactions) {
          const text = quotes.join(" ");
          const result = acceptQuotes(quotes, [{ role: "user", text, ordinary: true }], stored);
          // What a store does to it between two compactions.
          stored = JSON.parse(JSON.stringify(result.stored));
          all.push(...quotes);
          count(
            "full",
            result.refusals.some(({ reason }) => reason === "full"),
          );
        }
        expect(readStoredInvariants(stored)).toEqual({
          stored: { version: 1, instructions: [...new Set(all)].slice(0, 20) },
          diagnostics: [],
        });
      }),
      runs,
    );
    count.expectAll();
  });
});

describe("a stored value", () => {
  const entry = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("a rule", "another rule", "x".repeat(500)) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>("", " \u3000", "x".repeat(501), null, 7, []) },
  );
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
    fc.record(
      {
        version: fc.constantFrom<unknown>(1, 1, 1, 1, 1, 0, 2, "1", null),
        instructions: fc.oneof(
          { weight: 6, arbitrary: fc.array(entry, { maxLength: 6 }) },
          { weight: 1, arbitrary: fc.array(fc.constant("a rule"), { minLength: 19 }) },
          { weight: 1, arbitrary: fc.anything() },
        ),
        other: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  );

  it("is read exactly when the schema accepts it; otherwise reported, ignored, never thrown", () => {
    const count = tally();
    fc.assert(
      fc.property(value, (stored) => {
        const parsed = storedInvariantsSchema.safeParse(stored);
        const { stored: read, diagnostics } = readStoredInvariants(stored);
        const sound = parsed.success || stored === undefined;
        expect(read).toEqual({
          version: 1,
          instructions: parsed.success ? [...new Set(parsed.data.instructions)] : [],
        });
        expect(diagnostics).toHaveLength(sound ? 0 : 1);
        const goal = { objective: "Ship it", status: "active" };
        const rendered = renderInvariants({ stored, goal });
        const instead = renderInvariants({ stored: read, goal });
        expect(rendered).toEqual({ ...instead, diagnostics });
        const messages = [{ role: "user", text: "new rule", ordinary: true }];
        const accepted = acceptQuotes(["new rule"], messages, stored);
        expect(accepted.diagnostics).toEqual(diagnostics);
        count("sound with instructions", parsed.success && read.instructions.length > 0);
        count("corrupted", !sound);
      }),
      runs,
    );
    count.expectAll();
  });
});

function textsOf(sources: Parameters<typeof renderInvariants>[0]): string[] {
  const { goal, plan, criteria, grants } = sources;
  const stored = sources.stored as { instructions: string[] } | undefined;
  return [
    ...(stored?.instructions ?? []),
    ...(goal ? [goal.objective] : []),
    ...(plan ? [plan.title] : []),
    ...(criteria ?? []).map(({ text }) => text),
    ...(grants?.effects ?? []).map((name) => `effect:${name}`),
    ...(grants?.capabilities ?? []),
    `external directories: ${grants?.externalDirectories}`,
  ];
}
