import { basename } from "node:path";
import type { ContextReport } from "@alisio/context-report";
import type { GovernorSettings, Message, Mode } from "@alisio/governor";
import type { TranscriptSession, TranscriptStream } from "@alisio/transcripts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { renderNotes } from "../output/notes.ts";
import { openSession, profileFor } from "../sessions.ts";

/** The flags of `alisio context report`. */
export interface ReportOptions {
  readonly latest?: boolean;
  readonly governor: string;
  readonly minAgeTurns?: string;
  readonly epoch?: string;
  readonly profile?: string;
  readonly stream?: string;
  readonly allStreams?: boolean;
  readonly all?: boolean;
  readonly markdown?: boolean;
  readonly ascii?: boolean;
}

/** `alisio context report <file, id or --latest>`: what fills a session's context. */
export async function contextReport(
  context: CommandContext,
  named: string | undefined,
  options: ReportOptions,
): Promise<number> {
  if (context.json && options.markdown === true) {
    throw new CliError("context report: give --json or --markdown, not both");
  }
  const { path, session } = await openSession(context, named, options.latest === true);
  context.io.stderr(
    renderNotes(
      session.diagnostics.map((found) => ({ ...found, path })),
      context.style,
      context.showPath,
    ),
  );
  const settings = { ...settingsOf(options), profile: await profileFor(session, options.profile) };
  const reports: ContextReport[] = [];
  for (const stream of chooseStreams(session, options)) {
    reports.push(await reportOn(context, session, stream, settings));
  }
  if (context.json) {
    context.writeJson(options.allStreams === true ? { schemaVersion: 1, reports } : reports[0]);
    return 0;
  }
  context.io.stdout(await render(context, reports, options));
  return 0;
}

/** Only what was given: the package holds the defaults, and refuses what is out of range. */
function settingsOf(options: ReportOptions): GovernorSettings {
  return {
    mode: options.governor as Mode,
    ...(options.minAgeTurns !== undefined && { minAgeTurns: Number(options.minAgeTurns) }),
    ...(options.epoch !== undefined && { epochMessages: Number(options.epoch) }),
  };
}

function chooseStreams(
  session: TranscriptSession,
  options: ReportOptions,
): readonly TranscriptStream[] {
  const { streams } = session;
  if (options.allStreams === true) return streams;
  if (options.stream === undefined) {
    const main = streams.find((stream) => stream.kind === "main") ?? streams[0];
    if (main) return [main];
    throw new CliError("the file holds no conversation: there is nothing to report on");
  }
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
  const { contextAt } = await import("@alisio/transcripts");
  const { createUsageLedger } = await import("@alisio/governor/usage");
  const { projectHistory } = await import("@alisio/governor");
  const indices = contextAt(stream);
  const history = indices.map((index) => stream.history[index] as Message);
  const positions = new Map(indices.map((index, position) => [index, position]));
  const usage = createUsageLedger(settings);
  usage.record(projectHistory(history, settings));
  const reported = stream.usage.findLast((entry) => positions.has(entry.position));
  const id = session.sessionId ?? "unknown";
  return buildContextReport({
    session: stream.kind === "main" ? id : `${id}/${stream.id}`,
    madeAt: new Date(context.io.now()).toISOString(),
    settings,
    history,
    compactions: stream.compactions.map(({ position, tokensBefore }) => ({
      // One that a later compaction has swallowed stood before everything that is left.
      position: positions.get(position) ?? 0,
      tokensBefore,
    })),
    agentElisions: stream.agentElisions.map(({ callId }) => callId),
    usage,
    ...(reported && {
      reportedUsage: { ...reported, beforeMessage: positions.get(reported.position) },
    }),
    ...(session.cwd !== undefined && {
      root: { name: basename(session.cwd.replaceAll("\\", "/")) || session.cwd, path: session.cwd },
    }),
  });
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
