import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/message.ts";
import { simulationReportSchema } from "../../src/schemas.ts";
import { buildSimulationReport } from "../../src/simulate/build-simulation-report.ts";
import { requestsOf } from "../../src/simulate/requests-of.ts";
import { simulateStream } from "../../src/simulate/simulate-stream.ts";
import { A, read, turns, write } from "../support/conversation.ts";

const settings = { minAgeTurns: 1, epochMessages: 0 };
const history: readonly Message[] = turns(read("r", "a", A), write("w", "a"), write("x", "b"));
const more: readonly Message[] = [...history, ...turns(write("y", "b"), write("z", "b"))];
const figuresOf = (messages: readonly Message[]) =>
  simulateStream({ history: messages, requests: requestsOf({ history: messages }) }, settings);

describe("a report", () => {
  const report = buildSimulationReport({
    settings,
    sessions: [
      {
        session: "1",
        path: "/a",
        agent: "pi",
        streams: [
          { id: "main", kind: "main", figures: figuresOf(more) },
          { id: "s", kind: "subagent", figures: figuresOf(history) },
        ],
      },
      { session: "2", path: null, agent: "codex", streams: [] },
      {
        session: "3",
        path: "/c",
        agent: "pi",
        streams: [{ id: "main", kind: "main", figures: figuresOf(more) }],
      },
    ],
  });

  it("adds up", () => {
    const one = figuresOf(more);
    const other = figuresOf(history);
    const [first, none] = report.sessions;
    expect(first?.figures.inputTokensOff).toBe(one.inputTokensOff + other.inputTokensOff);
    expect(first?.figures.billRatio).toBeCloseTo(
      (one.billOn + other.billOn) / (one.billOff + other.billOff),
      3,
    );
    expect(none?.figures).toMatchObject({ requests: 0, savedShare: 0, billRatio: 1 });
    expect(report.agents.map(({ agent, sessions }) => `${agent} ${sessions}`)).toEqual([
      "codex 1",
      "pi 2",
    ]);
    expect(report.total.tokensSaved).toBe(2 * one.tokensSaved + other.tokensSaved);
    expect(report.total).toEqual(report.agents[1]?.figures);
  });

  it("is what the schema says, and holds no function", () => {
    expect(simulationReportSchema.parse(report)).toEqual(report);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(Object.keys(report.settings)).not.toContain("profile");
  });

  it("of version 1 is read", () => {
    const url = new URL("../fixtures/simulation-report/v1.json", import.meta.url);
    const stored = JSON.parse(readFileSync(url, "utf8"));
    expect(simulationReportSchema.parse(stored)).toEqual(stored);
    expect(simulationReportSchema.safeParse({ ...stored, schemaVersion: 2 }).success).toBe(false);
  });
});
