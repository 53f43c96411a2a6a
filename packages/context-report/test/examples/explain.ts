import { buildContextReport, renderReportText } from "@alisio/context-report";
import type { Message } from "@alisio/governor/message";

/** What fills the next request of a session, for a terminal. */
export function explain(history: readonly Message[], madeAt: string): string {
  const report = buildContextReport({
    session: "demo",
    madeAt,
    history,
    // In shadow nothing is changed: the report says what the governor would do.
    settings: { mode: "shadow", epochMessages: 0 },
    root: { name: "demo", path: "/projects/demo" },
    instructions: [{ source: "/projects/demo/AGENTS.md", kind: "project", characters: 1480 }],
  });
  return renderReportText(report, { width: 72, color: false });
}
