import {
  buildContextReport,
  type ContextReport,
  diffReports,
  orderStrip,
  type ReportSegment,
  renderReportJson,
  renderReportMarkdown,
  renderReportText,
  reportEntityTag,
  STATE_MARKS,
  segmentState,
} from "@alisio/context-report";
import { contextReportJsonSchema } from "@alisio/context-report/schemas";
import type { Message } from "@alisio/governor/message";

/** The examples of the documentation comments, each as it stands there. */
export function build(history: readonly Message[]): ContextReport {
  const report = buildContextReport({
    session: "demo",
    madeAt: "2026-01-31T12:00:00Z",
    settings: { mode: "shadow", epochMessages: 0 },
    history,
  });
  return report;
}

export function renderings(report: ContextReport, process: Writer, request: Request): unknown[] {
  const text = renderReportText(report, { width: 100, color: false });
  const markdown = renderReportMarkdown(report, { all: true });
  process.stdout.write(`${renderReportJson(report)}\n`);
  const spans = orderStrip(report, 40);
  const strip = spans.map(({ sign, columns }) => sign.repeat(columns)).join("");
  const isUnchanged = request.headers["if-none-match"] === reportEntityTag(report);
  return [text, markdown, strip, isUnchanged];
}

export function mark(segment: ReportSegment): string {
  const { sign, word } = STATE_MARKS[segmentState(segment)];
  return `${sign} ${word}`;
}

export function changes(previous: ContextReport, next: ContextReport): unknown[] {
  const { totals, newlyElided } = diffReports(previous, next);
  return [totals, newlyElided];
}

export function jsonSchema(): string {
  const text = JSON.stringify(contextReportJsonSchema(), null, 2);
  return text;
}

interface Writer {
  readonly stdout: { write(text: string): void };
}

interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>;
}
