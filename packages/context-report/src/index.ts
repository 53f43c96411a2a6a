/**
 * One value that explains what fills the context of an agent's session, and its renderings. Pure
 * code: no file system, clock, randomness or network.
 *
 * @packageDocumentation
 */

export { buildContextReport } from "./build-context-report.ts";
export { diffReports } from "./diff-reports.ts";
export { ContextReportError, type ContextReportErrorCode } from "./errors.ts";
export { DEFAULT_WIDTH, MAX_LISTED_SEGMENTS, MAX_WIDTH, MIN_WIDTH } from "./limits.ts";
export { orderStrip, type StripSpan } from "./order-strip.ts";
export { renderReportJson } from "./render-report-json.ts";
export { renderReportMarkdown } from "./render-report-markdown.ts";
export { renderReportText } from "./render-report-text.ts";
export { reportEntityTag } from "./report-entity-tag.ts";
export {
  type SegmentState,
  STATE_MARKS,
  type StateMark,
  segmentState,
} from "./segment-state.ts";
export type {
  ContextReport,
  Criticality,
  CriticalityReason,
  CriticalityTotals,
  KindTotals,
  LeftOutSegments,
  MeasuredContextReport,
  OffContextReport,
  ReportCompaction,
  ReportedUsage,
  ReportInvariantKind,
  ReportSegment,
  ReportSegmentKind,
  ReportTotals,
  ReportUsage,
  SegmentElision,
  ToolTotals,
} from "./types.ts";
export type {
  ReportDiff,
  SegmentChange,
  SegmentStanding,
  TotalsChange,
} from "./types-diff.ts";
export type {
  CompactionInput,
  ContextReportInput,
  InstructionInput,
  InvariantsInput,
  MessageNoteInput,
  ReportedUsageInput,
  RootInput,
  UsageSource,
} from "./types-input.ts";
export type { RenderReportMarkdownOptions, RenderReportTextOptions } from "./types-render.ts";
