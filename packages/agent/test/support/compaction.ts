import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { encodeSessionRecord } from "@alisio/transcripts/alisio-session";
import type { AgentRunnerOptions, ModelRequest } from "../../src/index.ts";
import type { FakeAnswer } from "./fake-model.ts";
import { type Bench, bench, fakeModel, OFF } from "./harness.ts";

export const RULE = "Never use semicolons in generated code";
export const summary = (quotes?: readonly string[]): string =>
  JSON.stringify({ summary: "We work on it.", ...(quotes && { quotes }) });
export const on = { ...OFF, mode: "on" } as const;

/** Answers a summary with one thing and every turn with another. */
export function answering(
  summaries: FakeAnswer | ((n: number) => FakeAnswer),
  turn: (request: ModelRequest) => FakeAnswer = () => ({ text: "ok" }),
) {
  let n = 0;
  return fakeModel((request) => {
    if (request.purpose !== "summary") return turn(request);
    n += 1;
    return typeof summaries === "function" && summaries.length === 1
      ? (summaries as (n: number) => FakeAnswer)(n)
      : (summaries as FakeAnswer);
  });
}

/** The last message of the last request. */
export const lastOf = ({ requests }: { readonly requests: readonly ModelRequest[] }) =>
  requests.at(-1)?.messages.at(-1);

export async function compacted(
  more: Partial<AgentRunnerOptions> = {},
  quotes: readonly string[] = [RULE],
) {
  const it = await bench();
  const model = answering({ text: summary(quotes), usage: { inputTokens: 7 } });
  const runner = await it.open(model, { governance: on, ...more });
  await runner.run(`${RULE}. Begin.`);
  await runner.run("Go on.");
  const result = await runner.compact();
  return { it, model, runner, result };
}

/** A record of a session's file that another process wrote. */
export function append(it: Bench, id: string, record: object): void {
  appendFileSync(
    join(it.sessions, `${id}.jsonl`),
    encodeSessionRecord({ at: "2026-01-01T00:00:00Z", ...record } as never),
  );
}

/** Compaction by itself, at half of the window. */
export const auto = (contextWindow: number, keepTurns = 1): Partial<AgentRunnerOptions> => ({
  contextWindow,
  compaction: { auto: true, threshold: 0.5, keepTurns },
});
