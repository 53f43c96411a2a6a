import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { checkSessionRecord } from "../src/alisio/check-session-record.ts";
import { sessionRecordSchema } from "../src/alisio/session-schema.ts";
import {
  ALISIO_SESSION_VERSION,
  decodeSession,
  decodeSessionRecord,
  encodeSessionRecord,
  type SessionRecord,
  sessionContext,
} from "../src/alisio-session.ts";
import { contextAt, readTranscript, TranscriptsError } from "../src/index.ts";
import { RUNS } from "./seeds.ts";

const at = "2026-01-02T03:04:05.678Z";

const RECORDS: readonly SessionRecord[] = [
  {
    type: "session",
    format: "alisio-session",
    version: 1,
    at,
    sessionId: "s1",
    cwd: "/home/u/app",
    workspaceRoot: null,
    agentVersion: "0.1.0",
  },
  { type: "message", at, message: { role: "system", text: "Rules" } },
  { type: "message", at, message: { role: "user", text: "One\u2028\n\ud800" }, injected: true },
  {
    type: "message",
    at,
    message: {
      role: "assistant",
      text: "",
      calls: [{ id: "c1", name: "read_file", args: { path: "a.ts" } }],
      providerData: { signature: "x" },
    },
    model: "m-1",
    usage: { inputTokens: 3, cacheReadTokens: 2, cacheWriteTokens: 0, outputTokens: 1 },
  },
  { type: "run", at, run: "r1", callId: "c1", parentRun: "r0" },
  { type: "message", at, run: "r1", message: { role: "user", text: "Sub", kind: "message" } },
  {
    type: "message",
    at,
    message: {
      role: "tool",
      callId: "c1",
      content: [{ type: "text", text: "one" }, { type: "image" }],
      isError: true,
    },
  },
  { type: "event", at, id: 1, event: { type: "context_governed", version: 1 } },
  { type: "compaction", at, trigger: "auto", firstKept: 2, checkpoint: "So far.", tokensBefore: 9 },
  { type: "reduction", at, callId: "c1", content: "cut" },
  { type: "state", at, key: "goal", value: { text: "Ship" } },
];

const FIXTURE = readFileSync(
  join(import.meta.dirname, "fixtures/alisio/version-1/session.jsonl"),
  "utf8",
);

describe("encodeSessionRecord", () => {
  it.each(RECORDS.map((record) => [record.type, record] as const))("%s", (_type, record) => {
    const line = encodeSessionRecord(record);
    expect(line.endsWith("\n")).toBe(true);
    expect(line.slice(0, -1)).not.toContain("\n");
    expect(decodeSessionRecord(line).record).toEqual(JSON.parse(JSON.stringify(record)));
    expect(sessionRecordSchema.safeParse(JSON.parse(line)).success).toBe(true);
  });

  it.each<[string, unknown, RegExp]>([
    ["no object", "text", /JSON object/],
    ["undefined", undefined, /JSON values/],
    ["no known type", { type: "dance", at }, /type must be one of/],
    ["no type of the object's prototype", { type: "constructor", at }, /type must be one of/],
    ["no time", { ...RECORDS[1], at: "now" }, /at must be a time in UTC/],
    ["a time of another zone", { ...RECORDS[1], at: "2026-01-02T03:04:05+02:00" }, /in UTC/],
    ["another version", { ...RECORDS[0], version: 2 }, /newer than 1/],
    ["an older version", { ...RECORDS[0], version: 0 }, /version must be 1/],
    ["another format", { ...RECORDS[0], format: "x" }, /format must be/],
    ["no session id", { ...RECORDS[0], sessionId: "" }, /sessionId must be a text/],
    ["a workspace root that is no path", { ...RECORDS[0], workspaceRoot: 1 }, /workspaceRoot/],
    ["no role", { type: "message", at, message: { text: "x" } }, /message\.role must be/],
    [
      "a call without an id",
      { type: "message", at, message: { role: "assistant", text: "", calls: [{ name: "x" }] } },
      /message\.calls: id must be a string/,
    ],
    [
      "a part without a type",
      { type: "message", at, message: { role: "tool", callId: "c", content: [{}] } },
      /parts with a type/,
    ],
    ["negative usage", { ...RECORDS[3], usage: { inputTokens: -1 } }, /usage\.inputTokens/],
    ["event id 0", { type: "event", at, id: 0, event: { type: "x" } }, /id must be an integer/],
    ["no trigger", { type: "compaction", at, firstKept: 0, checkpoint: "" }, /trigger must be/],
    ["grants", { type: "state", at, key: "grants", value: [] }, /grants end with the process/],
    ["no value", { type: "state", at, key: "goal", value: undefined }, /null forgets/],
    ["a bigint", { type: "state", at, key: "goal", value: 1n }, /JSON values/],
  ])("refuses %s", (_name, record, message) => {
    const encode = (): string => encodeSessionRecord(record as SessionRecord);
    expect(encode).toThrow(message);
    try {
      encode();
    } catch (error) {
      expect(TranscriptsError.isInstance(error) && error.code).toBe("invalid_record");
    }
  });

  it("refuses a cycle", () => {
    const value: unknown[] = [];
    value.push(value);
    expect(() => encodeSessionRecord({ type: "state", at, key: "goal", value })).toThrow(/cycles/);
  });

  it("refuses only what the record's own type says", () => {
    expectTypeOf(encodeSessionRecord).parameters.toEqualTypeOf<[SessionRecord]>();
    const record = { type: "compaction", at, firstKept: 0, checkpoint: "" } as const;
    // @ts-expect-error a compaction has a trigger
    const encode = (): string => encodeSessionRecord(record);
    expect(encode).toThrow(/trigger/);
  });
});

describe("the schema", () => {
  it("accepts every line of the fixture of version 1", () => {
    expect(ALISIO_SESSION_VERSION).toBe(1);
    const lines = FIXTURE.trimEnd().split("\n");
    const types = lines.map((line) => sessionRecordSchema.parse(JSON.parse(line)).type);
    expect(new Set(types)).toEqual(new Set(RECORDS.map(({ type }) => type)));
  });

  it("agrees with the check that the encoder and the reader use", () => {
    const seen = { good: 0, bad: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...RECORDS),
        fc.array(fc.tuple(fc.nat(), fc.nat(), odd()), { maxLength: 2 }),
        (record, changes) => {
          const changed = JSON.parse(JSON.stringify(record));
          for (const [which, path, value] of changes) replaceAt(changed, which, path, value);
          const isGood = checkSessionRecord(changed) === undefined;
          seen[isGood ? "good" : "bad"] += 1;
          expect(sessionRecordSchema.safeParse(changed).success).toBe(isGood);
        },
      ),
      { numRuns: RUNS * 3 },
    );
    expect(seen.good).toBeGreaterThan(RUNS / 10);
    expect(seen.bad).toBeGreaterThan(RUNS / 10);
  });
});

describe("decodeSession", () => {
  const lines = RECORDS.map(encodeSessionRecord);
  const whole = lines.join("");

  it("reads what was encoded", () => {
    const { header, records, problems, torn, needsNewline } = decodeSession(whole);
    expect(header?.sessionId).toBe("s1");
    expect(records).toHaveLength(RECORDS.length);
    expect([problems, torn, needsNewline]).toEqual([[], undefined, false]);
  });

  it("loses at most the line that was being written, wherever a kill cuts", () => {
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const text = whole.slice(0, cut);
      const { records, problems, torn, needsNewline } = decodeSession(text);
      const complete = text.split("\n").length - 1;
      const rest = text.slice(text.lastIndexOf("\n") + 1);
      const isWhole = `${rest}\n` === lines[complete];
      expect(problems).toEqual([]);
      expect(records).toHaveLength(complete + (isWhole ? 1 : 0));
      expect(needsNewline).toBe(isWhole);
      expect(torn).toEqual(
        rest === "" || isWhole ? undefined : { line: complete + 1, start: cut - rest.length },
      );
    }
  });

  it("keeps the rest when lines inside are damaged, and says which they are", () => {
    const text = `${lines[0]}{"type":"mess\n\n${lines[1]}{"type":"dance","at":"${at}"}\n${lines[2]}`;
    const { records, problems } = decodeSession(text);
    expect(records.map(({ type }) => type)).toEqual(["session", "message", "message"]);
    expect(problems.map(({ line, kind }) => [line, kind])).toEqual([
      [2, "damaged"],
      [5, "unknown"],
    ]);
  });

  it("knows a header of a newer version", () => {
    const header = JSON.stringify({ ...RECORDS[0], version: 9 });
    const decoded = decodeSession(`${header}\n${lines[1]}`);
    expect(decoded.header).toBeUndefined();
    expect(decoded.problems[0]?.kind).toBe("newer-version");
  });
});

describe("sessionContext", () => {
  it("is what the reader of transcripts says that the next request carries", () => {
    const { records } = decodeSession(FIXTURE);
    const session = readTranscript(FIXTURE);
    const textOf = (message: { readonly text?: string; readonly content?: unknown }): unknown =>
      message.text ?? message.content;
    for (const [run, id] of [
      [undefined, "main"],
      ["r1", "r1"],
    ] as const) {
      const stream = session.streams.find((one) => one.id === id);
      const sent = stream && contextAt(stream).map((index) => stream.history[index]);
      expect(sent?.length).toBeGreaterThan(1);
      expect(sessionContext(records, run).map(textOf)).toEqual(
        sent?.map((one) => one && textOf(one)),
      );
    }
  });

  it("carries a result as it was cut down", () => {
    const records: SessionRecord[] = [
      {
        type: "message",
        at,
        message: { role: "tool", callId: "c1", content: "long", isError: true },
      },
      { type: "reduction", at, callId: "c1", content: "short" },
      { type: "reduction", at, callId: "c9", content: "of nobody" },
    ];
    expect(sessionContext(records)).toEqual([
      { role: "tool", callId: "c1", content: "short", isError: true },
    ]);
  });

  it("never names more messages than there are", () => {
    const records: SessionRecord[] = [
      { type: "message", at, message: { role: "system", text: "Rules" } },
      { type: "message", at, message: { role: "user", text: "One" } },
      { type: "compaction", at, trigger: "manual", firstKept: 99, checkpoint: "So far." },
      { type: "message", at, message: { role: "user", text: "Two" } },
    ];
    expect(sessionContext(records).map((message) => "text" in message && message.text)).toEqual([
      "Rules",
      "So far.",
      "Two",
    ]);
  });
});

function odd(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(
      null,
      "",
      "x",
      0,
      1,
      -1,
      1.5,
      1e300,
      true,
      [],
      {},
      at,
      "grants",
      "text",
      "user",
    ),
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 1 }),
  );
}

function replaceAt(
  record: Record<string, unknown>,
  which: number,
  path: number,
  value: unknown,
): void {
  let holder = record;
  let rest = path;
  for (;;) {
    const keys = Object.keys(holder);
    const key = keys[which % Math.max(1, keys.length)];
    if (key === undefined) return;
    const inner = holder[key];
    if (typeof inner !== "object" || inner === null || rest % 2 === 0) {
      if (value === undefined) delete holder[key];
      else holder[key] = value;
      return;
    }
    holder = inner as Record<string, unknown>;
    rest = Math.floor(rest / 2);
  }
}
