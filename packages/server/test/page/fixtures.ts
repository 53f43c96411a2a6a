import { buildContextReport, type MeasuredContextReport } from "@alisio/context-report";
import type { Message } from "@alisio/governor/message";

/** A message text that nothing rendered may hold. */
export const CANARY = "canary-e07a";

/** Names from outside that try to steer what shows them. */
export const HOSTILE_PATH = "src/\u202e</script><img src=x onerror=alert(1)>\u0000.ts";

/** A session with superseded reads, a compaction's checkpoint and a hostile path. */
export function exampleReport(mode: "on" | "shadow" = "on", turns = 6): MeasuredContextReport {
  const history: Message[] = [
    { role: "user", kind: "checkpoint", text: `Before: ${CANARY}` },
    { role: "user", text: `Mend it. ${CANARY}` },
  ];
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `call-${turn}`;
    const path = turn % 3 === 2 ? HOSTILE_PATH : `src/${turn % 2}.ts`;
    const sha256 = String(turn).padStart(64, "0");
    const content = JSON.stringify({ sha256, content: `${CANARY} ${"x".repeat(400 + turn)}` });
    history.push(
      { role: "assistant", text: CANARY, calls: [{ id, name: "read_file", args: { path } }] },
      { role: "tool", callId: id, content },
    );
  }
  const report = buildContextReport({
    session: "example-1",
    madeAt: "2026-01-30T10:00:00.000Z",
    settings: { mode, minAgeTurns: 1, epochMessages: 0 },
    history,
    compactions: [{ position: 0, tokensBefore: 4321 }],
    invariants: {
      counts: { instruction: 2, goal: 1, plan: 0, criterion: 3, grant: 0 },
      omitted: 1,
    },
    instructions: [{ source: "AGENTS.md", kind: "project", characters: 1200 }],
  });
  if (report.mode === "off") throw new Error("it is measured");
  return report;
}

/** The figures of a markup's description lists, by name. */
export function factsOf(markup: string): Readonly<Record<string, string>> {
  const pairs = markup.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g);
  return Object.fromEntries(
    [...pairs].map(([, name, value]) => [name, value?.replaceAll(",", "")]),
  );
}
