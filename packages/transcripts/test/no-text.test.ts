import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTranscript, type TranscriptSession, TranscriptsError } from "../src/index.ts";
import { RUNS, SEEDS } from "./seeds.ts";

const CANARY = "canary";

/** Fields whose strings make a record what it is; every other string becomes a canary. */
const STRUCTURE =
  /^(?:\$rewindTo|type|subtype|role|format|status|kind|level|operation|trigger|event|observation|action|version|record_type|model|modelID|providerID|.*[iI]d|.*ID|.*Uuid|uuid|.*[tT]imestamp|.*[tT]ime|at|id|name|toolName|namespace|projectHash|finish_reason|stop_reason|provider|source|data|key|originator|cli_version|subject)$/;

/** Makes a canary of every text in a value; how many is counted. */
function withCanaries(value: unknown, count: { n: number }, key = ""): unknown {
  if (typeof value === "string") {
    if (STRUCTURE.test(key)) return value;
    count.n += 1;
    return `${CANARY}-${count.n}`;
  }
  if (Array.isArray(value)) return value.map((entry) => withCanaries(entry, count, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withCanaries(inner, count, name)]),
  );
}

function canaryText(text: string, count: { n: number }): string {
  try {
    return JSON.stringify(withCanaries(JSON.parse(text), count), null, 2);
  } catch {
    return text
      .split("\n")
      .map((line) => {
        try {
          return JSON.stringify(withCanaries(JSON.parse(line), count));
        } catch {
          count.n += 1;
          return line === "" ? "" : `${CANARY}-${count.n} ${line.slice(0, 5)}`;
        }
      })
      .join("\n");
  }
}

function told(read: () => TranscriptSession): { readonly said: string; readonly history: string } {
  try {
    const session = read();
    return { said: JSON.stringify(session.diagnostics), history: JSON.stringify(session.streams) };
  } catch (error) {
    if (!TranscriptsError.isInstance(error)) throw error;
    return { said: error.message, history: "" };
  }
}

describe("no text of a session", () => {
  it.each(SEEDS.map(({ name, text }) => [name, text]))(
    "is in what is said of %s",
    (_name, text) => {
      const { said } = told(() => readTranscript(canaryText(text, { n: 0 })));
      expect(said).not.toContain(CANARY);
    },
  );

  it("is in what is said of a damaged one", () => {
    let spoken = 0;
    let kept = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...SEEDS),
        fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
        ({ text }, cuts) => {
          let damaged = canaryText(text, { n: 0 });
          for (const cut of cuts) {
            const at = cut % damaged.length;
            damaged = damaged.slice(0, at) + damaged.slice(at + 1 + (cut % 7));
          }
          const { said, history } = told(() => readTranscript(damaged));
          expect(said).not.toContain(CANARY);
          if (said !== "[]") spoken += 1;
          if (history.includes(CANARY)) kept += 1;
        },
      ),
      { numRuns: RUNS },
    );
    expect(spoken).toBeGreaterThan(RUNS / 4);
    expect(kept).toBeGreaterThan(RUNS / 10);
  });

  it("is in the error for a file in no known format", () => {
    const record = {
      type: "canary text",
      canary_field: "canary",
      "a canary with spaces": 1,
      "canary\u001b[31m": 2,
    };
    const { said } = told(() => readTranscript({ records: [record, { type: "canary-text" }] }));
    // Names of fields are shown, where they are names; what they hold is not.
    expect(said).toContain("with the fields canary_field, type");
    expect(said.replace("canary_field", "")).not.toContain(CANARY);
  });
});
