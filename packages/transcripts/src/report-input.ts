import { type GovernorSettings, type Projection, projectHistory } from "@alisio/governor";
import type { Message } from "@alisio/governor/message";
import { createUsageLedger, type UsageLedger } from "@alisio/governor/usage";
import { contextAt } from "./context-at.ts";
import { TranscriptsError } from "./errors.ts";
import { type OptionNames, takeOptions } from "./internal/arguments.ts";
import { demandSession, demandStream } from "./internal/demand-session.ts";
import { rootDirectory } from "./internal/root-directory.ts";
import { shown } from "./internal/shown.ts";
import type { RequestUsage, TranscriptSession, TranscriptStream } from "./types.ts";

/** What a report is made with beside the session. */
export interface ReportInputOptions {
  /** Now, in ISO 8601 with an offset. */
  readonly madeAt: string;
  /** The governor's policy; without a profile nothing counts as redundant. */
  readonly settings: GovernorSettings;
}

/** A `ContextReportInput` of `@alisio/context-report`, as a session gives it. */
export interface ReportInput {
  readonly session: string;
  readonly madeAt: string;
  readonly settings: GovernorSettings;
  readonly history: readonly Message[];
  /** Absent where the agent removed results itself: what the governor sees is another history. */
  readonly projection?: Projection;
  readonly compactions: readonly {
    readonly position: number;
    readonly tokensBefore: number | undefined;
  }[];
  readonly agentElisions?: readonly string[];
  readonly messageNotes: readonly {
    readonly message: number;
    readonly isInjected: boolean | undefined;
    readonly nonTextParts: number | undefined;
  }[];
  /** Filled from the history itself. */
  readonly usage: UsageLedger;
  readonly reportedUsage?: Omit<RequestUsage, "position"> & {
    readonly beforeMessage: number | undefined;
  };
  readonly root?: { readonly name: string; readonly path: string };
}

/**
 * What the report on a stream's next request is made from. The tools are understood by
 * `settings.profile`; without one nothing counts as redundant.
 *
 * @throws GovernorError for the settings.
 * @throws TranscriptsError `invalid_argument`, `invalid_option`.
 *
 * @example
 * ```ts
 * const profile = await loadToolProfile(session.agent);
 * const settings = { mode: "shadow", profile } as const;
 * const report = buildContextReport(reportInput(session, stream, { madeAt, settings }));
 * ```
 */
export function reportInput(
  session: TranscriptSession,
  stream: TranscriptStream,
  options: ReportInputOptions,
): ReportInput {
  demandSession(session);
  demandStream(stream);
  const { madeAt, settings: given } = takeOptions(options, OPTIONS);
  for (const [name, value, wanted] of [
    ["madeAt", madeAt, "string"],
    ["settings", given, "object"],
  ] as const) {
    if (typeof value === wanted && value !== null) continue;
    throw new TranscriptsError("invalid_option", `${name} is a ${wanted}; got ${shown(value)}.`);
  }
  const settings = { ...given, profile: given.profile ?? understandsNothing };
  const indices = contextAt(stream);
  const history = indices.map((index) => stream.history[index] as Message);
  const positions = new Map(indices.map((index, position) => [index, position]));
  const usage = createUsageLedger(settings);
  const projection = projectHistory(history, settings);
  usage.record(projection);
  const reported = stream.usage.findLast((entry) => positions.has(entry.position));
  const id = session.sessionId ?? "unknown";
  const root = rootDirectory(session.cwd);
  return {
    session: stream.id === "main" ? id : `${id}/${stream.id}`,
    madeAt,
    settings,
    history,
    compactions: stream.compactions.map(({ position, tokensBefore }) => ({
      // One that a later compaction has swallowed stood before everything that is left.
      position: positions.get(position) ?? 0,
      tokensBefore,
    })),
    messageNotes: indices.flatMap((index, message) => {
      const { isInjected, nonTextParts } = stream.origins[index] ?? {};
      return isInjected || nonTextParts ? [{ message, isInjected, nonTextParts }] : [];
    }),
    // What the agent removed changes what the governor decides: then the projection is another one.
    ...(stream.agentElisions.length > 0
      ? { agentElisions: stream.agentElisions.map(({ callId }) => callId) }
      : { projection }),
    usage,
    ...(reported && {
      reportedUsage: { ...reported, beforeMessage: positions.get(reported.position) },
    }),
    ...(root && { root }),
  };
}

const OPTIONS: OptionNames<ReportInputOptions> = { madeAt: true, settings: true };

/** Nothing is elided and nothing justifies an elision. */
const understandsNothing = (): readonly [] => [];
