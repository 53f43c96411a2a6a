import type {
  SimulatedSession,
  SimulatedStream,
  SimulationFigures,
  SimulationSettings,
  SweepRow,
} from "@alisio/governor/simulate";
import type { TranscriptSession } from "@alisio/transcripts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { renderNotes } from "../output/notes.ts";
import { startProgress } from "../output/progress.ts";
import { writeHtml } from "../output/write-html.ts";
import { profileFor } from "../sessions.ts";
import { findSources, type Opened, type SessionSource } from "./context-simulate-files.ts";
import { renderSimulation } from "./context-simulate-render.ts";

/** The flags of `alisio context simulate`. */
export interface SimulateOptions {
  readonly latest?: boolean;
  readonly minAgeTurns?: string;
  readonly epoch?: string;
  readonly apply?: string;
  readonly priceInput?: string;
  readonly priceCached?: string;
  readonly priceCacheWrite?: string;
  readonly profile?: string;
  readonly mainOnly?: boolean;
  readonly sweep?: boolean;
  readonly html?: string;
}

/** What `--sweep` tries: every age with every length of an epoch, and with cold moments. */
const SWEPT_AGES: readonly number[] = [1, 2, 4, 8];
const SWEPT_EPOCHS: readonly number[] = [0, 16, 32, 64, 128];

type Session = Omit<SimulatedSession, "figures">;

/** `alisio context simulate <session...>`: would the governor have helped? */
export async function contextSimulate(
  context: CommandContext,
  named: readonly string[],
  options: SimulateOptions,
): Promise<number> {
  const settings = settingsOf(options);
  const { buildSimulationReport, resolveSimulationSettings } = await import(
    "@alisio/governor/simulate"
  );
  // Refused before a file is read.
  resolveSimulationSettings(settings);
  const mainOnly = options.mainOnly === true;
  const source = await findSources(context, named, { latest: options.latest === true, mainOnly });
  const showNotes = (): void =>
    context.io.stderr(renderNotes(source.notes, context.style, context.showPath));
  if (source.count === 0) {
    showNotes();
    throw new CliError("none of these could be read; alisio sessions list shows what is there");
  }
  const swept = options.sweep === true ? sweptSettings(settings) : [];
  const { sessions, sweep, strangers } = await simulateAll(context, source, {
    all: [settings, ...swept],
    profile: options.profile,
    mainOnly,
  });
  showNotes();
  if (strangers.length > 0) context.io.stderr(noProfileNote(strangers));
  const report = buildSimulationReport({
    settings,
    sessions,
    ...(swept.length > 0 && { sweep }),
  });
  if (options.html !== undefined) {
    const { renderSimulationHtml } = await import("@alisio/server/html");
    await writeHtml(context, options.html, renderSimulationHtml(report));
  }
  if (context.json) context.writeJson(report);
  else if (options.html === undefined) context.io.stdout(await renderSimulation(context, report));
  return 0;
}

/** Only what was given: the package holds the defaults, and refuses what is out of range. */
function settingsOf(options: SimulateOptions): SimulationSettings {
  return {
    minAgeTurns: numberOf("--min-age-turns", options.minAgeTurns),
    epochMessages: numberOf("--epoch", options.epoch),
    apply: options.apply as SimulationSettings["apply"],
    priceInput: numberOf("--price-input", options.priceInput),
    priceCached: numberOf("--price-cached", options.priceCached),
    priceCacheWrite: numberOf("--price-cache-write", options.priceCacheWrite),
  };
}

/** What isn't a number is refused with what was written; the range is the package's to check. */
function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
  throw new CliError(`${flag}: ${neutral(text)} is not a number`);
}

function sweptSettings(settings: SimulationSettings): readonly SimulationSettings[] {
  return SWEPT_AGES.flatMap((minAgeTurns) => [
    ...SWEPT_EPOCHS.map((epochMessages) => ({
      ...settings,
      minAgeTurns,
      epochMessages,
      apply: "epochs" as const,
    })),
    { ...settings, minAgeTurns, apply: "cold" as const },
  ]);
}

interface Simulated {
  readonly sessions: readonly Session[];
  readonly sweep: readonly SweepRow[];
  /** Formats whose tools are not understood. */
  readonly strangers: readonly string[];
}

/** Session by session: the first settings give the sessions, the others a row of the sweep each. */
async function simulateAll(
  context: CommandContext,
  source: SessionSource,
  how: {
    readonly all: readonly SimulationSettings[];
    readonly profile: string | undefined;
    readonly mainOnly: boolean;
  },
): Promise<Simulated> {
  const { buildSimulationReport } = await import("@alisio/governor/simulate");
  const [first = {}, ...swept] = how.all;
  const sessions: Session[] = [];
  const strangers = new Set<string>();
  const rows: SimulatedStream[][] = swept.map(() => []);
  const progress = startProgress(context.io, `of ${source.count} sessions simulated`);
  await source.each(async (opened, number) => {
    const simulate = await simulator(opened, source, how.profile, how.mainOnly);
    if (!simulate.isUnderstood) strangers.add(opened.session.agent ?? opened.session.format);
    sessions.push({ ...identityOf(opened), streams: simulate.under(first) });
    for (const [index, settings] of swept.entries()) {
      rows[index]?.push(...simulate.under(settings));
    }
    progress.report(number + 1);
  });
  progress.end();
  const sweep = swept.map((settings, index): SweepRow => {
    const streams = rows[index] ?? [];
    const whole = { session: "", path: null, agent: "", streams };
    const { settings: used, total } = buildSimulationReport({ settings, sessions: [whole] });
    const epochMessages = used.apply === "cold" ? null : used.epochMessages;
    return { apply: used.apply, minAgeTurns: used.minAgeTurns, epochMessages, figures: total };
  });
  return { sessions, sweep, strangers: [...strangers].sort() };
}

function identityOf({ path, session }: Opened): Omit<Session, "streams"> {
  return { session: session.sessionId ?? "unknown", path, agent: session.agent ?? session.format };
}

interface Simulator {
  readonly isUnderstood: boolean;
  readonly under: (settings: SimulationSettings) => readonly SimulatedStream[];
}

/** Nothing is elided and nothing justifies an elision. */
const understandsNothing = (): readonly [] => [];

async function simulator(
  { path, session }: Opened,
  source: SessionSource,
  profileName: string | undefined,
  mainOnly: boolean,
): Promise<Simulator> {
  const { quotedByOf, requestsOf, simulateStream } = await import("@alisio/governor/simulate");
  const profile = await profileFor(session, profileName);
  const quotedBy = quotedByOf(profileName ?? session.agent ?? "");
  const streams = streamsOf(session, mainOnly).map((stream) => ({
    id: stream.id,
    kind: stream.kind,
    input: {
      history: stream.history,
      compactions: stream.compactions,
      agentElisions: stream.agentElisions,
      requests: requestsOf(stream, {
        isRequest: session.agent === undefined,
        copies: source.copiesIn(path, stream.id),
      }),
    },
  }));
  const figuresOf = (
    input: (typeof streams)[number]["input"],
    settings: SimulationSettings,
  ): SimulationFigures =>
    simulateStream(input, { ...settings, profile: profile ?? understandsNothing, quotedBy });
  return {
    isUnderstood: profile !== undefined,
    under: (settings) =>
      streams.map(({ id, kind, input }) => ({ id, kind, figures: figuresOf(input, settings) })),
  };
}

function streamsOf(session: TranscriptSession, mainOnly: boolean): TranscriptSession["streams"] {
  return mainOnly ? session.streams.filter(({ kind }) => kind === "main") : session.streams;
}

function noProfileNote(formats: readonly string[]): string {
  return `alisio: the tools of ${formats.map(neutral).join(", ")} are not understood, so nothing counts as redundant there (--profile names an agent)\n`;
}
