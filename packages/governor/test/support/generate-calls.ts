import type { Observation } from "../../src/types.ts";
import type { Random } from "./random.ts";

/** A call without its id, and what its result says. */
export interface Exchange {
  readonly name: unknown;
  readonly args: unknown;
  readonly text: string;
}

/** Where background tasks stand. */
export type TaskOffsets = Map<string, number>;

const PATHS: readonly string[] = [
  "src/a.ts",
  "src/a.ts",
  "./src/a.ts",
  "b",
  "__proto__",
  "constructor",
  "\u00fc/\u00f1.ts",
  "\u6587\u4ef6.ts",
  "\ud83d\ude00.ts",
  'a "quoted"\\\n\t\u007f\u0001.ts',
  "\ud800lone",
];

const HASHES: readonly unknown[] = [
  "1a2b3c4d5e6f7081",
  "1A2B3C4D5E6F7081",
  "1a2b3c4d5e6f7082",
  "ffffffff00000000",
  "1a2b3c4d",
  "1a2b3c4",
  "1a2b3c4dxyz",
  "not a hash",
  null,
  7,
  undefined,
];

const FILLING = 'const value = compute(\u00fc);\n"quoted" \\ \t// and so on ';

/** A tool call of Alisio or of a stranger, and its result. */
export function generateExchange(random: Random, tasks: TaskOffsets): Exchange {
  const kind = random.below(100);
  if (kind < 34) return read(random);
  if (kind < 44) return change(random);
  if (kind < 66) return poll(random, tasks);
  if (kind < 82) return search(random);
  if (kind < 94) return custom(random);
  if (kind < 97) return { name: "list_files", args: {}, text: json(random, { files: ["b"] }) };
  const name = random.pick(["run_process", "shell", "web_fetch", "toString", "__proto__"]);
  return { name, args: { command: "cat src/a.ts" }, text: filling(random) };
}

/** One of many calls about the same few things, so that their order is all that matters. */
export function generateStormExchange(random: Random): Exchange {
  const path = random.pick(["a", "a", "b"]);
  const sha256 = random.pick(["1a2b3c4d", "1a2b3c4d", "ffffffff", "abcdef01"]);
  const text = JSON.stringify({ sha256, text: "", exitCode: 0, lines: [], content: FILLING });
  switch (random.below(12)) {
    case 0:
      return { name: "write_file", args: { path }, text };
    case 1:
      return { name: "bg_output", args: { id: "t", offset: random.below(2) }, text };
    case 2:
      return { name: "search_text", args: { pattern: path }, text };
    default:
      return { name: "read_file", args: { path }, text };
  }
}

function read(random: Random): Exchange {
  const path = somePath(random);
  const args = {
    path,
    ...(random.chance(0.2) ? { startLine: random.pick([1, 10, 2.5, null, "3", 0]) } : {}),
    ...(random.chance(0.2) ? { limit: random.pick([50, null, "x", 1e21]) } : {}),
  };
  const sha256 = random.chance(0.75)
    ? random.pick(["1a2b3c4d5e6f7081", "ffffffff00000000", "abcdef0123456789"])
    : random.pick(HASHES);
  const text = json(random, { path, sha256, startLine: 1, content: filling(random) });
  const twice = random.chance(0.02) ? text.replace("{", '{"sha256":"00000000",') : text;
  return { name: random.chance(0.97) ? "read_file" : "read_file\u00fc\n", args, text: twice };
}

function change(random: Random): Exchange {
  const name = random.pick(["write_file", "edit_file"]);
  return { name, args: { path: somePath(random) }, text: random.chance(0.8) ? "{}" : "done" };
}

function somePath(random: Random): unknown {
  return random.chance(0.97) ? random.pick(PATHS) : random.pick([undefined, null, 5, ["a"], {}]);
}

function poll(random: Random, tasks: TaskOffsets): Exchange {
  const id = random.chance(0.96)
    ? random.pick(["t1", "t1", "t\u00e4sk 2"])
    : random.pick([1, null]);
  const known = tasks.get(String(id)) ?? 0;
  const offset = random.pick([
    undefined,
    undefined,
    0,
    known,
    known,
    known + 5,
    5,
    -1,
    -0,
    null,
    "0",
  ]);
  const limit = random.pick([undefined, undefined, 20000, 100, null, "9"]);
  const text = random.chance(0.45) ? "" : filling(random);
  const next = (typeof offset === "number" ? offset : 0) + text.length;
  const next_offset = random.pick([next, next, next, 5, undefined, null, "7"]);
  if (typeof next_offset === "number") tasks.set(String(id), next_offset);
  const result = random.chance(0.95)
    ? { id, status: "running", text, next_offset, eof: false, note: "x".repeat(random.below(60)) }
    : { id, text: random.pick([null, 5, undefined]) };
  return { name: "bg_output", args: { id, offset, limit }, text: json(random, result) };
}

const ENTRIES: readonly unknown[] = [
  { type: "match", path: "src/a.ts", line: 1, text: "let a = 1" },
  { type: "match", path: "src/a.ts", line: 1, text: "let a = 1", extra: true },
  { type: "context", path: "src/a.ts", line: 2, text: "let b" },
  { type: "match", path: "b", line: 9, text: "\u00fc" },
  { type: "begin", path: "b" },
  { type: "summary", elapsed: 12 },
  { path: "b", line: 9, text: "no type" },
];

/** The same matches, twice. */
const FOUND: readonly (readonly unknown[])[] = [
  [ENTRIES[0], ENTRIES[2], ENTRIES[4]],
  [ENTRIES[5], ENTRIES[1], ENTRIES[2]],
  [],
];

const BAD_ENTRIES: readonly unknown[] = [
  { type: "match", path: "b", text: "no line" },
  { type: "context", path: 5, line: 1, text: "x" },
  null,
  [],
  "text",
];

function search(random: Random): Exchange {
  const pattern = random.chance(0.96)
    ? random.pick(["foo", 'b"\u00e4r\n'])
    : random.pick([5, null]);
  const path = random.chance(0.95) ? random.pick([undefined, "src"]) : random.pick([null, 3]);
  const options = random.chance(0.5) ? { deep: { b: 1, a: [2] } } : { deep: { a: [2], b: 1 } };
  const args = random.chance(0.5) ? { pattern, path, ...options } : { ...options, path, pattern };
  const entries = random.chance(0.7)
    ? random.pick(FOUND)
    : Array.from({ length: random.below(4) }, () =>
        random.pick(random.chance(0.9) ? ENTRIES : BAD_ENTRIES),
      );
  const common = {
    exitCode: random.chance(0.95) ? random.below(2) % 2 : random.pick([null, "0", undefined]),
    elapsedMs: random.below(1000),
    truncated: random.chance(0.5),
    note: "x".repeat(random.below(80)),
  };
  const form = random.below(10);
  const result =
    form < 6
      ? { ...common, lines: entries, stdout: random.chance(0.2) ? "{}" : undefined }
      : { ...common, stdout: form < 9 ? ripgrep(random, entries) : random.pick([5, "{cut", ""]) };
  return { name: "search_text", args, text: json(random, result) };
}

function ripgrep(random: Random, entries: readonly unknown[]): string {
  const lines = entries.map((entry) => {
    const { type, path, line, text } = (entry ?? {}) as Record<string, unknown>;
    const ending = random.pick(["\n", "\n", "", "\n\n"]);
    const body = random.chance(0.95) ? { text: `${text}${ending}` } : { bytes: "AAAA" };
    return JSON.stringify({ type, data: { path: { text: path }, lines: body, line_number: line } });
  });
  return lines.map((line) => line + random.pick(["\n", "\n", "\n\n", "\r\n"])).join("");
}

/** A tool of which the arguments say what the result means: for profiles that aren't Alisio's. */
function custom(random: Random): Exchange {
  const observations = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 0]) }, () =>
    observation(random),
  );
  return { name: "custom", args: { observations }, text: filling(random) + filling(random) };
}

function observation(random: Random): Observation {
  const path = random.pick(["src/a.ts", "b", "b"]);
  switch (random.below(20)) {
    case 0:
    case 1:
      return { kind: "change", path };
    case 2:
      return { kind: "paths", paths: [path] };
    case 3:
      return { kind: "other" } as unknown as Observation;
    case 4:
    case 5:
    case 6: {
      const offset = random.pick([0, 5, 10]);
      const nextOffset = random.pick([5, 10, undefined]);
      const isEmpty = random.chance(0.5);
      return { kind: "background", taskId: "t1", offset, limit: 20000, isEmpty, nextOffset };
    }
    case 7:
    case 8:
    case 9:
      return {
        kind: "search",
        pattern: path,
        argumentsKey: "a",
        matchesKey: random.pick("mn".split("")),
      };
    case 10:
    case 11:
      return { kind: "read", path, sha256: random.pick(HASHES) as string };
    default: {
      const compareText = random.pick(["one", "two", "two", undefined]);
      const rangeKey = random.pick([undefined, undefined, "1-5", "", "6-9"]);
      return { kind: "read", path, compareText, rangeKey };
    }
  }
}

/** Mostly the JSON of a value; with spaces up to the length of a usual stub, so that some tie. */
function json(random: Random, value: unknown): string {
  const text = JSON.stringify(value);
  const kind = random.below(40);
  if (kind < 32) return text;
  if (kind < 37) {
    const short = JSON.stringify(value, ["sha256", "text", "exitCode", "lines"]);
    return short.padEnd(46 + random.below(22));
  }
  return random.pick([
    text.slice(0, -1),
    `[${text}]`,
    "null",
    "12",
    "plain text",
    "",
    ` \n${text}\t`,
    `${text}x`,
  ]);
}

function filling(random: Random): string {
  return FILLING.repeat(4).slice(0, random.pick([0, 10, 40, 70, 150]));
}
