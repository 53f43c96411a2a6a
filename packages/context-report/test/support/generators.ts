import type { Message, ToolCall } from "@alisio/governor";
import fc from "fast-check";
import type { ContextReportInput } from "../../src/index.ts";

/** How many generated inputs each property is tried on. */
export const RUNS = Number(process.env["ALISIO_FC_RUNS"] ?? 100);

const path = fc.constantFrom("src/a.ts", "src/b.ts", "./src/a.ts", "/home/u/proj/src/c.ts");
const hash = fc.constantFrom("aaaaaaaaaaaa", "bbbbbbbbbbbb", null);
const body = fc.constantFrom("x".repeat(10), "y".repeat(200), "z".repeat(1500));

interface Exchange {
  readonly name: string;
  readonly args: unknown;
  readonly result: unknown;
}

const read: fc.Arbitrary<Exchange> = fc.record({ path, hash, body }).map((given) => ({
  name: "read_file",
  args: { path: given.path },
  result: { path: given.path, sha256: given.hash, startLine: 1, content: given.body },
}));
const change: fc.Arbitrary<Exchange> = fc.record({ path, body }).map((given) => ({
  name: "edit_file",
  args: { path: given.path, newText: given.body },
  result: { path: given.path, sha256: "cccccccccccc" },
}));
const search: fc.Arbitrary<Exchange> = fc.record({ path, body }).map((given) => ({
  name: "search_text",
  args: { pattern: given.body.slice(0, 3) },
  result: {
    exitCode: 0,
    lines: [{ type: "match", path: given.path, line: 1, text: given.body }],
  },
}));
const poll: fc.Arbitrary<Exchange> = fc
  .record({ offset: fc.constantFrom(0, 10), text: fc.constantFrom("", "y".repeat(300)) })
  .map(({ offset, text }) => ({
    name: "bg_output",
    args: { id: "task", offset },
    result: { id: "task", text, next_offset: offset + 10 },
  }));
const listing: fc.Arbitrary<Exchange> = fc.array(path, { maxLength: 3 }).map((files) => ({
  name: "list_files",
  args: {},
  result: { files },
}));
const shell: fc.Arbitrary<Exchange> = fc.record({ path, body }).map((given) => ({
  name: "shell",
  args: { command: `cat ${given.path}; echo "${given.body}"` },
  result: { stdout: given.body, exitCode: 0 },
}));
const other: fc.Arbitrary<Exchange> = body.map((text) => ({
  name: "web_fetch",
  args: { url: `https://example.org/${text.slice(0, 4)}` },
  result: text,
}));
const exchange = fc.oneof(
  { arbitrary: read, weight: 5 },
  { arbitrary: change, weight: 3 },
  search,
  poll,
  listing,
  shell,
  other,
);

/** What becomes of a call: mostly a result, sometimes something less usual. */
const outcome = fc.constantFrom<"ok" | "parts" | "error" | "empty" | "image" | "none" | "twice">(
  ...(["ok", "ok", "ok", "ok", "parts", "error", "empty", "image", "none", "twice"] as const),
);

type Step =
  | { readonly type: "user" | "system" | "checkpoint"; readonly text: string }
  | {
      readonly type: "turn";
      readonly text: string;
      readonly calls: readonly { exchange: Exchange; outcome: string; reuse: boolean }[];
      readonly reversed: boolean;
    }
  | { readonly type: "malformed"; readonly value: unknown };

const malformed = fc.constantFrom<unknown>(
  null,
  7,
  { role: "narrator", text: "?" },
  { role: "user" },
  { role: "assistant", text: 5, calls: "no" },
  { role: "assistant", text: "", calls: [null, { id: 1, name: "x" }, { id: "odd", name: 3 }] },
  { role: "tool", callId: 9, content: "x" },
  { role: "tool", callId: "c0" },
  { role: "tool", callId: "nobody", content: [{ type: "text", text: "orphan" }] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("user" as const, "system" as const, "checkpoint" as const),
      text: body,
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant("turn" as const),
      text: fc.constantFrom("", "I will look."),
      calls: fc.array(
        fc.record({
          exchange,
          outcome,
          reuse: fc.integer({ max: 19, min: 0 }).map((n) => n === 0),
        }),
        { maxLength: 3 },
      ),
      reversed: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: malformed.map((value) => ({ type: "malformed" as const, value })),
  },
);

function contentOf(result: unknown, how: string): unknown {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  if (how === "empty") return "";
  if (how === "image")
    return [
      { type: "text", text },
      { type: "image", data: "abc" },
    ];
  if (how === "parts") {
    return [
      { type: "text", text: text.slice(0, 5) },
      { type: "text", text: text.slice(5) },
    ];
  }
  return text;
}

function toHistory(steps: readonly Step[]): Message[] {
  const history: unknown[] = [];
  let calls = 0;
  for (const each of steps) {
    if (each.type === "malformed") history.push(each.value);
    else if (each.type !== "turn") {
      const { type, text } = each;
      const role = type === "system" ? "system" : "user";
      history.push({ role, text, ...(type === "checkpoint" ? { kind: "checkpoint" } : {}) });
    } else {
      const made = each.calls.map(({ exchange: { name, args, result }, outcome: how, reuse }) => {
        const id = `c${reuse ? 0 : calls++}`;
        const message = {
          role: "tool",
          callId: id,
          content: contentOf(result, how),
          ...(how === "error" ? { isError: true } : {}),
        };
        const results =
          how === "none" ? [] : how === "twice" ? [message, { ...message }] : [message];
        return { call: { id, name, args } satisfies ToolCall, results };
      });
      history.push({ role: "assistant", text: each.text, calls: made.map(({ call }) => call) });
      const results = made.flatMap((one) => one.results);
      history.push(...(each.reversed ? results.reverse() : results));
    }
  }
  return history as Message[];
}

/** Histories of every shape that can come: parallel calls, reused ids, malformed messages. */
export const histories: fc.Arbitrary<Message[]> = fc
  .array(step, { maxLength: 40, size: "max" })
  .map(toHistory);

/** Settings in which something is measured. */
export const settings: fc.Arbitrary<NonNullable<ContextReportInput["settings"]>> = fc.record({
  mode: fc.constantFrom("shadow", "on"),
  minAgeTurns: fc.constantFrom(1, 2, 4),
  epochMessages: fc.constantFrom(0, 4, 32),
});

const small = fc.integer({ min: 0, max: 90_000 });

/** Everything that a host may add. */
const extras: fc.Arbitrary<Partial<ContextReportInput>> = fc.record(
  {
    compactions: fc.array(
      fc.record({ position: small, tokensBefore: fc.option(small, { nil: undefined }) }),
      { maxLength: 3 },
    ),
    agentElisions: fc.uniqueArray(
      fc.integer({ min: 0, max: 30 }).map((n) => `c${n}`),
      { maxLength: 6 },
    ),
    instructions: fc.array(
      fc.record({
        source: fc.constantFrom("/home/u/proj/AGENTS.md", "system prompt", "https://a.example/x"),
        kind: fc.constantFrom("project", "catalog"),
        characters: small,
      }),
      { maxLength: 3 },
    ),
    invariants: fc.record({
      counts: fc.record({
        instruction: small,
        goal: small,
        plan: small,
        criterion: small,
        grant: small,
      }),
      omitted: small,
      characters: small,
    }),
    usage: fc.constant({
      // Some of each tool's results, whatever they are.
      usedLater: (callId: string) => /[13579]$/.test(callId),
      summary: () => ({
        tools: [{ tool: "read_file", seen: 45, used: 20, reread: 3 }],
        notAttributable: [{ tool: "shell", seen: 4 }],
      }),
    }),
    reportedUsage: fc.record(
      { inputTokens: small, cacheReadTokens: small, cacheWriteTokens: small, outputTokens: small },
      { requiredKeys: [] },
    ),
    root: fc.constant({ name: "proj", path: "/home/u/proj" }),
  },
  { requiredKeys: [] },
);

/** Whole inputs. */
export const inputs: fc.Arbitrary<ContextReportInput> = fc
  .record({ history: histories, settings, extra: extras })
  .map(({ history, settings: policy, extra }) => ({
    session: "session-1",
    madeAt: "2026-01-31T12:00:00Z",
    settings: policy,
    history,
    ...extra,
  }));
