import { buildContextReport, type ContextReport, reportEntityTag } from "@alisio/context-report";
import { type GovernorMode, type GovernorSettings, segmentsOf } from "@alisio/governor";
import { contextAt, type TranscriptSession, type TranscriptStream } from "@alisio/transcripts";
import { loadToolProfile, reportInput } from "@alisio/transcripts/report";
import type { SessionContext, SessionPlaces } from "../types.ts";
import { type FileStamp, fileStamp } from "./file-stamp.ts";
import { LeastRecentlyUsed } from "./lru.ts";
import { noSuchSession, RequestProblem } from "./request-problem.ts";
import type { KnownSession } from "./session-index.ts";
import { askReader, readSession, streamOf } from "./session-transcripts.ts";

/** What a report is asked for with; the same as the flags of `alisio context report`. */
export interface ReportQuery {
  readonly governor?: GovernorMode | undefined;
  readonly minAgeTurns?: number | undefined;
  readonly epoch?: number | undefined;
  readonly stream?: string | undefined;
}

/** A report as it is sent. */
interface ReportBody {
  readonly body: Uint8Array;
  readonly etag: string;
}

/** Reports and estimates, made anew only when a session's file changed. */
export interface SessionReports {
  report(session: KnownSession, query: ReportQuery): Promise<ReportBody>;
  context(session: KnownSession): Promise<SessionContext>;
}

/** Bytes of sessions' files that are held parsed, and of answers that are held ready. */
const MAX_PARSED_BYTES = 64 * 1024 * 1024;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

interface Answer<Value> {
  readonly stamp: string;
  readonly value: Value;
}

export function createSessionReports(places: SessionPlaces, now: () => number): SessionReports {
  const parsed = new LeastRecentlyUsed<Answer<TranscriptSession>>(MAX_PARSED_BYTES);
  const answers = new LeastRecentlyUsed<Answer<ReportBody>>(MAX_ANSWER_BYTES);
  const running = new Map<string, Promise<unknown>>();

  /** Requests for the same thing at the same time share one look. */
  function shared<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const going = running.get(key) as Promise<Value> | undefined;
    if (going !== undefined) return going;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  const transcriptOf = (
    session: KnownSession,
    stamp: FileStamp | undefined,
    withSubagents: boolean,
  ) =>
    shared(`transcript ${withSubagents} ${stamp?.text} ${session.id}`, async () => {
      const key = `${withSubagents} ${session.id}`;
      const held = parsed.get(key);
      if (held !== undefined && held.stamp === stamp?.text) return held.value;
      const value = await readSession(session, places, withSubagents);
      // Subagents have files of their own, which this stamp says nothing of.
      if (stamp !== undefined && !withSubagents) {
        parsed.set(key, { stamp: stamp.text, value }, stamp.bytes);
      }
      return value;
    });

  async function makeReport(
    session: KnownSession,
    query: ReportQuery,
    stamp: FileStamp | undefined,
  ): Promise<ContextReport> {
    const madeAt = new Date(now()).toISOString();
    const { alisioId } = session;
    if (alisioId !== undefined && (query.stream ?? "main") === "main") {
      const settings = settingsOf(query);
      return await askReader(() => places.reader.report(alisioId, { madeAt, ...settings }));
    }
    let transcript = await transcriptOf(session, stamp, false);
    let stream = streamOf(transcript, query.stream);
    if (stream === undefined && query.stream !== undefined) {
      transcript = await transcriptOf(session, stamp, true);
      stream = streamOf(transcript, query.stream);
    }
    if (stream === undefined) throw noSuchStream();
    return await reportOn(transcript, stream, query, madeAt);
  }

  return {
    report: (session, query) => {
      const asked = [query.governor, query.minAgeTurns, query.epoch, query.stream].join(" ");
      const key = `${session.id} ${asked}`;
      return shared(`report ${key}`, async () => {
        const stamp = await stampOf(session);
        const held = answers.get(key);
        if (held !== undefined && held.stamp === stamp?.text) return held.value;
        const report = await makeReport(session, query, stamp);
        const value = {
          body: Buffer.from(JSON.stringify(report)),
          etag: reportEntityTag(report),
        };
        const isLasting = stamp !== undefined && query.stream === undefined;
        if (isLasting) answers.set(key, { stamp: stamp.text, value }, value.body.byteLength);
        return value;
      });
    },
    context: async (session) => {
      const { alisioId } = session;
      if (alisioId !== undefined) {
        const estimate = await askReader(() => places.reader.context(alisioId));
        const { tokens, window, compactAt, messages, compactions } = estimate;
        return { schemaVersion: 1, tokens, window, compactAt, messages, compactions };
      }
      const transcript = await transcriptOf(session, await stampOf(session), false);
      const stream = streamOf(transcript, undefined);
      if (stream === undefined) throw noSuchStream();
      return estimateOf(stream);
    },
  };
}

/** `undefined` where the session is not one file: no single time says whether it changed. */
async function stampOf({ summary }: KnownSession): Promise<FileStamp | undefined> {
  if (summary.sizeBytes === undefined) return undefined;
  const stamp = await fileStamp(summary.path);
  if (stamp === undefined) throw noSuchSession();
  return stamp;
}

/** The settings that were asked for; the session's own, or the defaults, are left out. */
function settingsOf({ governor, minAgeTurns, epoch }: ReportQuery): GovernorSettings {
  return {
    ...(governor !== undefined && { mode: governor }),
    ...(minAgeTurns !== undefined && { minAgeTurns }),
    ...(epoch !== undefined && { epochMessages: epoch }),
  };
}

async function reportOn(
  session: TranscriptSession,
  stream: TranscriptStream,
  query: ReportQuery,
  madeAt: string,
): Promise<ContextReport> {
  const profile = await loadToolProfile(session.agent);
  const settings: GovernorSettings = {
    mode: "shadow",
    ...settingsOf(query),
    ...(profile && { profile }),
  };
  return buildContextReport(reportInput(session, stream, { madeAt, settings }));
}

/** Another agent's window and its settings are not known; its next request is. */
function estimateOf(stream: TranscriptStream): SessionContext {
  const indices = contextAt(stream);
  const history = indices.flatMap((index) => stream.history[index] ?? []);
  const removed = new Set(stream.agentElisions.map(({ callId }) => callId));
  const tokens = segmentsOf(history).reduce(
    (sum, { kind, callId, tokens: each }) =>
      kind === "tool_result" && callId !== undefined && removed.has(callId) ? sum : sum + each,
    0,
  );
  return {
    schemaVersion: 1,
    tokens,
    window: null,
    compactAt: null,
    messages: history.length,
    compactions: stream.compactions.length,
  };
}

function noSuchStream(): RequestProblem {
  return new RequestProblem(404, "no_such_stream", "The session holds no such conversation.");
}
