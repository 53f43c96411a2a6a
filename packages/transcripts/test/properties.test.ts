import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contextAt,
  readTranscript,
  type TranscriptSession,
  TranscriptsError,
} from "../src/index.ts";
import { RUNS, SEEDS } from "./seeds.ts";

const seed = fc.constantFrom(...SEEDS);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Numbers that are no counts, some that make none of a sum, and a few that are. */
const ODD_NUMBERS = [
  41656.5,
  0.5,
  -1,
  -0,
  -41656.5,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER - 1,
  2 ** 53,
  2 ** 60,
  0,
  7,
];

/** What a session always is, whatever it was read from. */
function check(session: TranscriptSession): void {
  const { sessionId, title, agentVersion, models, startedSubagents, streams } = session;
  const names = [sessionId, title, agentVersion, ...models]
    .concat(
      startedSubagents.flatMap(({ subagentId, startedBy }) => [subagentId, startedBy.streamId]),
    )
    .concat(streams.flatMap(({ id, startedBy }) => [id, startedBy?.streamId]))
    .concat(streams.flatMap(({ usage }) => usage.map(({ model }) => model)));
  for (const name of names) {
    if (name === undefined) continue;
    expect(typeof name).toBe("string");
    expect(name.length).toBeLessThanOrEqual(1000);
  }
  for (const stream of session.streams) {
    expect(stream.origins).toHaveLength(stream.history.length);
    for (const { position, model: _, ...counts } of stream.usage) {
      expect(stream.history[position]?.role).toBe("assistant");
      for (const count of Object.values(counts)) expect(count).toSatisfy(isCount);
    }
    for (const { line, index, timeMs, nonTextParts } of stream.origins) {
      for (const count of [line, index ?? 0, nonTextParts ?? 0]) expect(count).toSatisfy(isCount);
      expect(timeMs ?? 0).toSatisfy(Number.isSafeInteger);
    }
    for (const place of stream.compactions) {
      for (const count of [place.position, place.added, place.tokensBefore ?? 0])
        expect(count).toSatisfy(isCount);
      expect(place.position + place.added).toBeLessThanOrEqual(stream.history.length);
      expect(new Set(place.context).size).toBe(place.context.length);
      for (const index of place.context) expect(stream.history[index]).toBeDefined();
    }
    for (const { position } of stream.agentElisions) {
      expect(position).toBeLessThanOrEqual(stream.history.length);
    }
    for (const index of contextAt(stream)) expect(stream.history[index]).toBeDefined();
    for (const message of stream.history) {
      expect(["system", "user", "assistant", "tool"]).toContain(message.role);
      if (message.role === "tool") {
        expect(typeof message.callId).toBe("string");
        const { content } = message;
        if (typeof content !== "string")
          for (const part of content) expect(typeof part.type).toBe("string");
      } else {
        expect(typeof message.text).toBe("string");
      }
      if (message.role === "assistant") {
        for (const call of message.calls ?? []) {
          expect([typeof call.id, typeof call.name]).toEqual(["string", "string"]);
        }
      }
    }
  }
  for (const { line, message } of session.diagnostics) {
    expect(line === null || line >= 1).toBe(true);
    expect(message).not.toBe("");
  }
}

/** A session and diagnostics, or the one clear error; nothing else. */
function readOrRefuse(read: () => TranscriptSession): "read" | "refused" {
  try {
    check(read());
    return "read";
  } catch (error) {
    if (!TranscriptsError.isInstance(error)) throw error;
    expect((error as TranscriptsError).code).toBe("unknown_format");
    return "refused";
  }
}

/** Every outcome has to occur, or the property says nothing. */
function outcomes(
  property: (note: (outcome: string) => void) => void,
  expected: readonly string[],
): void {
  const seen = new Map<string, number>();
  property((outcome) => seen.set(outcome, (seen.get(outcome) ?? 0) + 1));
  for (const outcome of expected) expect(seen.get(outcome) ?? 0).toBeGreaterThan(RUNS / 50);
}

describe("whatever happens to a file", () => {
  it.each(SEEDS.map((entry) => [entry.name, entry.text]))("%s itself is read", (_name, text) => {
    const session = readTranscript(text);
    check(session);
    expect(readTranscript(text)).toEqual(session);
  });

  it("it may be cut anywhere", () => {
    outcomes(
      (note) =>
        fc.assert(
          fc.property(seed, fc.nat(), ({ text }, at) => {
            note(readOrRefuse(() => readTranscript(text.slice(0, at % (text.length + 1)))));
          }),
          { numRuns: RUNS },
        ),
      ["read"],
    );
  });

  it("lines may be missing, doubled and in any order", () => {
    outcomes(
      (note) =>
        fc.assert(
          fc.property(seed, fc.array(fc.nat(), { maxLength: 40 }), ({ text }, picks) => {
            const lines = text.split("\n");
            const mixed = picks.map((pick) => lines[pick % lines.length]);
            note(readOrRefuse(() => readTranscript(mixed.join("\n"))));
          }),
          { numRuns: RUNS },
        ),
      ["read", "refused"],
    );
  });

  it("characters and bytes may be anything", () => {
    outcomes(
      (note) =>
        fc.assert(
          fc.property(
            seed,
            fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 3, unit: "binary" })), {
              minLength: 1,
              maxLength: 8,
            }),
            fc.boolean(),
            ({ text }, damages, asBytes) => {
              let damaged = text;
              for (const [at, piece] of damages) {
                const from = at % damaged.length;
                damaged = damaged.slice(0, from) + piece + damaged.slice(from + piece.length);
              }
              const source = asBytes
                ? new TextEncoder()
                    .encode(damaged)
                    .map((byte, at) => (at % 997 === 7 ? 0xff : byte))
                : damaged;
              note(readOrRefuse(() => readTranscript(source)));
            },
          ),
          { numRuns: RUNS },
        ),
      ["read"],
    );
  });

  it("any field of any record may be anything", () => {
    outcomes(
      (note) =>
        fc.assert(
          fc.property(
            seed,
            fc.array(fc.tuple(fc.nat(), fc.nat(), fc.jsonValue({ maxDepth: 2 })), {
              minLength: 1,
              maxLength: 6,
            }),
            ({ text }, changes) => {
              const records = recordsOf(text);
              for (const [which, path, value] of changes) replaceAt(records, which, path, value);
              note(readOrRefuse(() => readTranscript({ records })));
            },
          ),
          { numRuns: RUNS * 3 },
        ),
      ["read"],
    );
  });

  it("any number may be an odd one", () => {
    let usages = 0;
    let left = 0;
    outcomes(
      (note) =>
        fc.assert(
          fc.property(
            fc.constantFrom(...SEEDS.filter(({ text }) => numbersOf(recordsOf(text)).length > 0)),
            fc.array(fc.tuple(fc.nat(), fc.constantFrom(...ODD_NUMBERS)), {
              minLength: 1,
              maxLength: 40,
            }),
            ({ text }, changes) => {
              const records = recordsOf(text);
              const numbers = numbersOf(records);
              for (const [which, number] of changes) numbers[which % numbers.length]?.put(number);
              note(readOrRefuse(() => readTranscript({ records })));
              for (const { usage } of streamsOf(records)) {
                usages += usage.length;
                left += usage.filter((use) => use.outputTokens === undefined).length;
              }
            },
          ),
          { numRuns: RUNS * 3 },
        ),
      ["read"],
    );
    expect(usages - left).toBeGreaterThan(RUNS / 3);
    expect(left).toBeGreaterThan(RUNS / 10);
  });

  it("any name may be without end", () => {
    const long = `${"x".repeat(998)}${"\u{1f600}".repeat(2000)}`;
    let cut = 0;
    outcomes(
      (note) =>
        fc.assert(
          fc.property(
            seed,
            fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
            ({ text }, picks) => {
              const records = recordsOf(text);
              const places = placesOf(records, "string");
              for (const which of picks) places[which % places.length]?.put(long);
              note(readOrRefuse(() => readTranscript({ records })));
              cut += streamsOf(records).filter(({ id }) => id.endsWith("…")).length;
            },
          ),
          { numRuns: RUNS * 3 },
        ),
      ["read"],
    );
    expect(cut).toBeGreaterThan(0);
  });

  it("text that is no session is refused", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.json()).map((values) => values.join("\n")),
        ),
        (text) => {
          expect(readOrRefuse(() => readTranscript(text))).toBe("refused");
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("the pieces in which it comes make no difference", () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 300 }), ({ text }, size) => {
        const bytes = new TextEncoder().encode(text);
        const pieces: Uint8Array[] = [];
        for (let from = 0; from < bytes.length; from += size)
          pieces.push(bytes.subarray(from, from + size));
        expect(readTranscript(pieces)).toEqual(readTranscript(text));
      }),
      { numRuns: Math.min(RUNS, 100) },
    );
  });
});

describe("the order of results", () => {
  it("follows calls: a result stands in the turn of its call", () => {
    let checked = 0;
    for (const { text } of SEEDS) {
      for (const { history } of readTranscript(text).streams) {
        const turnOf = new Map<string, number>();
        let turn = 0;
        let isWordsSeen = false;
        for (const message of history) {
          if (message.role === "assistant") {
            turn += 1;
            isWordsSeen = false;
            for (const { id } of message.calls ?? []) turnOf.set(id, turn);
          } else if (message.role === "user") isWordsSeen = true;
          else if (message.role === "tool" && turnOf.get(message.callId) === turn) {
            expect(isWordsSeen).toBe(false);
            checked += 1;
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(20);
  });
});

function recordsOf(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  }
}

const numbersOf = (value: unknown): readonly Place[] => placesOf(value, "number");

interface Place {
  put(value: unknown): void;
}

/** Every value of a type below a value, to be replaced in its place. */
function placesOf(value: unknown, type: "number" | "string"): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([key, inner]) => {
    if (typeof inner !== type) return placesOf(inner, type);
    return [
      {
        put: (other) => {
          holder[key] = other;
        },
      },
    ];
  });
}

function streamsOf(records: readonly unknown[]): TranscriptSession["streams"] {
  try {
    return readTranscript({ records }).streams;
  } catch {
    return [];
  }
}

/** Replaces one field somewhere below a record, found by a path that is made of a number. */
function replaceAt(records: unknown[], which: number, path: number, value: unknown): void {
  if (records.length === 0) return;
  let holder = records as unknown as Record<string, unknown>;
  let key = String(which % records.length);
  let rest = path;
  for (let depth = 0; depth < 8; depth += 1) {
    const inner = holder[key];
    if (typeof inner !== "object" || inner === null || rest % 5 === 0) break;
    const keys = Object.keys(inner);
    if (keys.length === 0) break;
    holder = inner as Record<string, unknown>;
    key = keys[rest % keys.length] as string;
    rest = Math.floor(rest / 3) + which;
  }
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
