import { orderStrip } from "../order-strip.ts";
import { type SegmentState, STATE_MARKS, segmentState } from "../segment-state.ts";
import type { ContextReport, MeasuredContextReport, ReportSegment } from "../types.ts";
import { CRITICALITIES, ELISION_REASONS } from "./draft.ts";
import { counted, known, percent } from "./figures.ts";
import { code, markdownTable } from "./markdown.ts";
import { isShownByDefault, notesOf } from "./segment-notes.ts";

const STRIP_COLUMNS = 72;

/** What this is a report of. */
export function headMarkdown(report: ContextReport): string[] {
  const { session, madeAt, mode } = report;
  const lines = [
    "# Context report",
    "",
    `- session: ${code(session)}`,
    `- made: ${code(madeAt)}`,
    `- governor: ${mode}${mode === "off" ? "; nothing is measured" : ""}`,
  ];
  if (report.mode === "off") return lines;
  const { policyVersion, settings, root, estimator } = report;
  return [
    ...lines,
    `- policy: ${policyVersion}`,
    `- minAgeTurns: ${settings.minAgeTurns}`,
    `- epochMessages: ${settings.epochMessages}`,
    `- eligibleMessages: ${settings.eligibleMessages ?? "not set"}`,
    `- estimator: ${estimator}`,
    `- paths: ${root === null ? "as written" : `relative to ${code(root)}`}`,
  ];
}

/** How big the request is, and how sure that is. */
export function sizeMarkdown({ mode, totals, reportedUsage }: MeasuredContextReport): string[] {
  const { messages, segments, nonTextParts, tokensBefore, tokensAfter, tokensSaved } = totals;
  const elided = mode === "on" ? "elided" : "would be elided";
  return section("Size", [
    ...markdownTable(
      ["", ">count"],
      [
        ["messages", messages],
        ["segments", segments],
        ["parts that aren't text", nonTextParts],
        ["tokens before", tokensBefore],
        ["tokens after", tokensAfter],
        ["tokens saved", tokensSaved],
        [elided, totals.elided],
        ...ELISION_REASONS.map((reason) => [reason, totals.elidedByReason[reason]] as const),
        ["reported input tokens", known(reportedUsage?.inputTokens ?? null)],
        ["reported tokens read from the cache", known(reportedUsage?.cacheReadTokens ?? null)],
        ["reported tokens written to the cache", known(reportedUsage?.cacheWriteTokens ?? null)],
        ["reported output tokens", known(reportedUsage?.outputTokens ?? null)],
        ["reported of the request before message", known(reportedUsage?.beforeMessage ?? null)],
        ["tokens estimated for that request", known(reportedUsage?.estimatedTokens ?? null)],
      ],
    ),
  ]);
}

/** What the request is made of, by kind, by tool and by how much it matters. */
export function fillMarkdown({ totals }: MeasuredContextReport): string[] {
  const share = (tokens: number): string =>
    percent(tokens, totals.tokensBefore).replace("<", "&lt;");
  const kinds = totals.byKind.map(({ kind, segments, tokensBefore, tokensAfter }) => [
    kind,
    segments,
    tokensBefore,
    tokensAfter,
    share(tokensBefore),
  ]);
  const tools = totals.byTool.map((row) => [
    row.tool === null ? "(no call)" : code(row.tool),
    row.calls,
    row.results,
    row.elided,
    row.callTokens,
    row.tokensBefore,
    row.tokensAfter,
    share(row.tokensBefore),
  ]);
  const rows = totals.byCriticality.map(({ criticality, segments, tokensBefore, tokensAfter }) => [
    stateText(criticality),
    segments,
    tokensBefore,
    tokensAfter,
    share(tokensBefore),
  ]);
  const counts = [">segments", ">before", ">after", ">share"];
  const toolHeaders = [">calls", ">results", ">elided", ">in calls", ...counts.slice(1)];
  return [
    ...section("What fills it, by kind", markdownTable(["kind", ...counts], kinds)),
    ...section(
      "What fills it, by tool",
      tools.length > 0 ? markdownTable(["tool", ...toolHeaders], tools) : ["No calls."],
    ),
    ...section("How much it matters", markdownTable(["criticality", ...counts], rows)),
  ];
}

/** Where in the request what stands. */
export function stripMarkdown(report: MeasuredContextReport): string[] {
  const spans = orderStrip(report, STRIP_COLUMNS);
  if (spans.length === 0) return [];
  const present = new Set(spans.map(({ state }) => state));
  const states = (Object.keys(STATE_MARKS) as SegmentState[]).filter((state) => present.has(state));
  return section("Order in the request", [
    "```text",
    spans.map(({ sign, columns }) => sign.repeat(columns)).join(""),
    ...states.map((state) => `${STATE_MARKS[state].sign} ${STATE_MARKS[state].word}`),
    "```",
  ]);
}

/** What is gone already, and what is carried besides. */
export function goneMarkdown(report: MeasuredContextReport): string[] {
  const { agentElisions, compactions, invariants, usage } = report;
  const places = compactions.positions.map(
    ({ position, tokensBefore }) => `before message ${position} (${known(tokensBefore)} tokens)`,
  );
  const lines = [
    `- removed by the agent: ${counted(agentElisions.count, "result")}, ${counted(agentElisions.tokens, "token")}, counted as not sent`,
    `- compactions: ${[compactions.count, ...places].join("; ")}`,
  ];
  if (invariants) {
    const kinds = Object.entries(invariants.byKind).map(([kind, count]) => `${kind} ${count}`);
    lines.push(
      `- invariants: ${invariants.total} (${kinds.join(", ")}), omitted ${invariants.omitted}`,
    );
  }
  const gone = section("Gone before, and carried", lines);
  if (!usage) return gone;
  const rows = [
    ...usage.tools.map(({ tool, used, seen, reread }) => [code(tool), used, seen, reread]),
    ...usage.notAttributable.map(({ tool, seen }) => [code(tool), "?", seen, "?"]),
  ];
  const table = markdownTable(["tool", ">used", ">seen", ">read again"], rows);
  return [...gone, ...section("Used later, as far as paths tell", table)];
}

/** The table of segments, and what it leaves out. */
export function segmentMarkdown(report: MeasuredContextReport, all: boolean): string[] {
  const { segments, leftOut, totals } = report;
  const shown = all ? segments : segments.filter(isShownByDefault);
  const which = all ? "all that are listed" : "pinned, low and elided";
  const left = CRITICALITIES.map((criticality) => {
    const { count, tokensBefore, tokensAfter } = leftOut[criticality];
    return [stateText(criticality), count, tokensBefore, tokensAfter];
  });
  return [
    ...section(
      `Segments: ${which}, ${shown.length} of ${totals.segments}`,
      markdownTable(
        ["id", ">before", ">after", "state", "kind", "reason", "tool", "source", "notes"],
        shown.map(segmentRow),
      ),
    ),
    ...section(
      "Left out of the list",
      markdownTable(["criticality", ">segments", ">before", ">after"], left),
    ),
  ];
}

function segmentRow(segment: ReportSegment): readonly (string | number)[] {
  const { id, tokensBefore, tokensAfter, kind, reason, tool, source, morePaths } = segment;
  const front = tool ?? segment.instructionKind;
  return [
    id,
    tokensBefore,
    tokensAfter,
    stateText(segmentState(segment)),
    kind,
    reason,
    front === null ? "" : code(front),
    morePaths > 0 ? `${code(source)} +${morePaths}` : code(source),
    notesOf(segment, code).join(", "),
  ];
}

/** The sign as code: most of the signs are Markdown's own. */
function stateText(state: SegmentState): string {
  const { sign, word } = STATE_MARKS[state];
  return `${code(sign)} ${word}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return ["", `## ${title}`, "", ...lines];
}
