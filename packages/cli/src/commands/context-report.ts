import type { ContextReport } from "@alisio/context-report";
import type { GovernorSettings } from "@alisio/governor";
import type { TranscriptSession, TranscriptStream } from "@alisio/transcripts";
import { governorMode } from "../agent/check-flags.ts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { renderNotes } from "../output/notes.ts";
import { writeHtml } from "../output/write-html.ts";
import { openSession, profileFor, withSubagents } from "../sessions.ts";
import { ownSessionReport } from "./context-report-own.ts";
import { governedRequests } from "./context-report-requests.ts";

/** The flags of `alisio context report`. */
export interface ReportOptions {
  readonly latest?: boolean;
  readonly governor?: string;
  readonly minAgeTurns?: string;
  readonly epoch?: string;
  readonly profile?: string;
  readonly stream?: string;
  readonly allStreams?: boolean;
  readonly all?: boolean;
  readonly markdown?: boolean;
  readonly ascii?: boolean;
  readonly html?: string;
}

/** `alisio context report <file, id or --latest>`: what fills a session's context. */
export async function contextReport(
  context: CommandContext,
  named: string | undefined,
  options: ReportOptions,
): Promise<number> {
  if (options.stream !== undefined && options.allStreams === true) {
    throw new CliError("context report: give --stream or --all-streams, not both");
  }
  if (context.json && options.markdown === true) {
    throw new CliError("context report: give --json or --markdown, not both");
  }
  if (options.html !== undefined && (options.markdown === true || options.allStreams === true)) {
    const other = options.markdown === true ? "--markdown" : "--all-streams";
    throw new CliError(`context report: give --html or ${other}, not both`);
  }
  const given = settingsOf(options);
  const { resolveSettings } = await import("@alisio/governor");
  // Refused before a file is read.
  resolveSettings(given);
  const opened = await openSession(context, named, options.latest === true);
  const { path } = opened;
  const wantsOthers = options.stream !== undefined || options.allStreams === true;
  const session = wantsOthers ? await withSubagents(context, opened.session) : opened.session;
  context.io.stderr(
    renderNotes(
      session.diagnostics.map((found) => ({ ...found, path })),
      context.style,
      context.showPath,
    ),
  );
  const chosen = chooseStreams(session, options);
  const profile = await profileFor(session, options.profile);
  if (profile === undefined) context.io.stderr(noProfileNote());
  const others = session.streams.length - chosen.length;
  if (others > 0) context.io.stderr(otherStreamsNote(session, chosen));
  const settings = { ...given, ...(profile && { profile }) };
  const reports: ContextReport[] = [];
  for (const stream of chosen) {
    const isOwn = session.agent === "alisio";
    const own = isOwn ? await ownSessionReport(context, path, stream, settings) : undefined;
    reports.push(own ?? (await reportOn(context, session, stream, settings)));
  }
  if (options.html !== undefined) {
    const { renderReportHtml } = await import("@alisio/server/html");
    const requests = chosen[0]?.kind === "main" ? await governedRequests(session, path) : [];
    await writeHtml(
      context,
      options.html,
      renderReportHtml(reports[0] as ContextReport, { requests }),
    );
    if (!context.json) return 0;
  }
  if (context.json) {
    context.writeJson(options.allStreams === true ? { schemaVersion: 1, reports } : reports[0]);
    return 0;
  }
  context.io.stdout(await render(context, reports, options));
  return 0;
}

function noProfileNote(): string {
  return "alisio: the tools of this format are not understood, so nothing counts as redundant (--profile names an agent)\n";
}

function otherStreamsNote(session: TranscriptSession, chosen: readonly TranscriptStream[]): string {
  const others = session.streams.filter((stream) => !chosen.includes(stream));
  const shown = others.slice(0, MAX_SHOWN_STREAMS).map((stream) => neutral(stream.id));
  const more = others.length > shown.length ? ", ..." : "";
  return `alisio: ${others.length} more in this session: ${shown.join(", ")}${more} (--stream ID, --all-streams)\n`;
}

const MAX_SHOWN_STREAMS = 8;

/** Only what was given: the package holds the defaults, and refuses what is out of range. */
function settingsOf(options: ReportOptions): GovernorSettings {
  return {
    ...(options.governor !== undefined && { mode: governorMode(options.governor) }),
    ...(options.minAgeTurns !== undefined && {
      minAgeTurns: wholeNumber("--min-age-turns", options.minAgeTurns),
    }),
    ...(options.epoch !== undefined && { epochMessages: wholeNumber("--epoch", options.epoch) }),
  };
}

/** What isn't a number is refused with what was written; the range is the package's to check. */
function wholeNumber(flag: string, text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new CliError(`${flag}: ${neutral(text)} is not a whole number`);
}

function chooseStreams(
  session: TranscriptSession,
  options: ReportOptions,
): readonly TranscriptStream[] {
  const { streams } = session;
  const main = streams.find((stream) => stream.kind === "main") ?? streams[0];
  if (!main) throw new CliError("the file holds no conversation: there is nothing to report on");
  if (options.allStreams === true) return streams;
  if (options.stream === undefined) return [main];
  const chosen = streams.find((stream) => stream.id === options.stream);
  if (chosen) return [chosen];
  const known = streams.map((stream) => neutral(stream.id)).join(", ");
  throw new CliError(`--stream: there is no stream ${neutral(options.stream)}; there are ${known}`);
}

/** The report on what the stream's next request would carry. */
async function reportOn(
  context: CommandContext,
  session: TranscriptSession,
  stream: TranscriptStream,
  settings: GovernorSettings,
): Promise<ContextReport> {
  const { buildContextReport } = await import("@alisio/context-report");
  const { reportInput } = await import("@alisio/transcripts/report");
  const madeAt = new Date(context.io.now()).toISOString();
  const input = { madeAt, settings: { mode: "shadow" as const, ...settings } };
  return buildContextReport(reportInput(session, stream, input));
}

async function render(
  context: CommandContext,
  reports: readonly ContextReport[],
  options: ReportOptions,
): Promise<string> {
  const { renderReportMarkdown, renderReportText } = await import("@alisio/context-report");
  const all = options.all === true;
  return reports
    .map((report) =>
      options.markdown === true
        ? renderReportMarkdown(report, { all })
        : renderReportText(report, {
            width: context.width ?? DEFAULT_WIDTH,
            color: context.style.isColored,
            ascii: options.ascii === true || !context.isUnicode,
            all,
          }),
    )
    .join("\n");
}

/** Columns where standard output is no terminal. */
const DEFAULT_WIDTH = 100;
