import { checkSessionRecord } from "../../alisio/check-session-record.ts";
import type {
  SessionCompactionRecord,
  SessionMessageRecord,
  SessionRecord,
} from "../../alisio/session-types.ts";
import { resultContent } from "../../internal/content.ts";
import { reportedUsage, toCount } from "../../internal/counts.ts";
import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import { isObject } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { Handle, StreamBuilder } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";

interface Told {
  readonly record: SessionRecord;
  readonly at: MessageOrigin;
}

/** A run's messages in order; the instructions at the front have no handle. */
type RunMessages = { readonly role: string; readonly handle: Handle | undefined }[];

/** Records are kept until the end, since a later one may cut a result down in place. */
export class AlisioReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #records: Told[] = [];
  /** By run and call: what a result was cut down to. */
  readonly #reduced = new Map<string, string | readonly unknown[]>();
  readonly #runs = new Map<StreamBuilder, RunMessages>();
  #isNewer = false;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line }: RecordEntry): void {
    if (this.#isNewer) return;
    const record = withoutOddCounts(value);
    const problem = checkSessionRecord(record);
    if (problem === undefined) {
      this.#keep(record as SessionRecord, line);
      return;
    }
    if (problem.kind === "unknown") {
      this.#unknown.add(isObject(value) ? value["type"] : undefined, line);
    } else if (problem.kind === "newer-version") {
      // What it holds is not known: nothing of it is guessed.
      this.#isNewer = true;
      this.#records.length = 0;
      this.#session.diagnose("record.unknown", "error", line, `${problem.message}.`);
    } else this.#unknown.malformed(line, problem.message);
  }

  finish(): void {
    for (const told of this.#records) this.#tell(told);
  }

  #keep(record: SessionRecord, line: number): void {
    const timeMs = parseTimeMs(record.at);
    this.#records.push({ record, at: { line, ...(timeMs === undefined ? {} : { timeMs }) } });
    if (record.type === "reduction")
      this.#reduced.set(keyOf(record.run, record.callId), record.content);
  }

  #tell({ record, at }: Told): void {
    switch (record.type) {
      case "session":
        this.#session.sessionId ??= record.sessionId;
        this.#session.cwd ??= record.cwd;
        this.#session.agentVersion ??= record.agentVersion;
        break;
      case "run": {
        const streamId = record.parentRun ?? "main";
        this.#stream(record.run).startedBy ??= { streamId, callId: record.callId };
        break;
      }
      case "message":
        this.#message(record, at);
        return;
      case "compaction":
        this.#compaction(record, at);
        return;
      case "state":
        if (record.key === "title" && typeof record.value === "string") {
          this.#session.title = record.value;
        }
        break;
    }
    this.#session.seenTime(at.timeMs, at.line);
  }

  #message(record: SessionMessageRecord, at: MessageOrigin): void {
    const stream = this.#stream(record.run);
    const messages = this.#messages(stream);
    const handle = this.#add(stream, record, messages.length === 0, at);
    messages.push({ role: record.message.role, handle });
  }

  #add(
    stream: StreamBuilder,
    record: SessionMessageRecord,
    isFirst: boolean,
    at: MessageOrigin,
  ): Handle | undefined {
    const { message } = record;
    switch (message.role) {
      case "system":
        if (!isFirst) return stream.system(message.text, at);
        stream.instructions(message.text, at);
        return undefined;
      case "user": {
        const origin: MessageOrigin = record.injected === true ? { ...at, isInjected: true } : at;
        return stream.user(message.text, origin, message.kind);
      }
      case "assistant": {
        this.#session.addModel(record.model);
        const calls = (message.calls ?? []).map(({ id, name, args }) => ({ id, name, args }));
        const handle = stream.assistant({ text: message.text, calls, at });
        if (record.usage === undefined) return handle;
        const { timeMs } = at;
        stream.usage(handle, {
          ...(record.model === undefined ? {} : { model: record.model }),
          ...(timeMs === undefined ? {} : { timeMs }),
          ...record.usage,
        });
        return handle;
      }
      case "tool": {
        const { callId } = message;
        const reduced = this.#reduced.get(keyOf(record.run, callId));
        const content = resultContent(reduced ?? message.content);
        return stream.result({ callId, content, isError: message.isError === true, at });
      }
    }
  }

  #compaction(record: SessionCompactionRecord, at: MessageOrigin): void {
    const stream = this.#stream(record.run);
    const messages = this.#messages(stream);
    const kept = stream.namesOlder
      ? messages.filter(({ role }, index) => index >= record.firstKept || role === "system")
      : [];
    const handles = kept.flatMap(({ handle }) => (handle === undefined ? [] : [handle]));
    const { trigger, tokensBefore, checkpoint } = record;
    stream.compaction({
      context: [{ role: "user", kind: "checkpoint", text: checkpoint, at }, ...handles],
      trigger,
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
      at,
    });
  }

  #stream(run: string | undefined): StreamBuilder {
    return run === undefined ? this.#session.main() : this.#session.stream(run, "subagent");
  }

  #messages(stream: StreamBuilder): RunMessages {
    const known = this.#runs.get(stream);
    if (known) return known;
    const made: RunMessages = [];
    this.#runs.set(stream, made);
    return made;
  }
}

/** A reported count that is none costs the count, not the message that it stands on. */
function withoutOddCounts(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { usage, tokensBefore, ...rest } = value;
  if (usage === undefined && tokensBefore === undefined) return value;
  const before = toCount(tokensBefore);
  return {
    ...rest,
    ...(before === undefined ? {} : { tokensBefore: before }),
    ...(usage === undefined
      ? {}
      : { usage: isObject(usage) ? reportedUsage(undefined, undefined, usage) : usage }),
  };
}

function keyOf(run: string | undefined, callId: string): string {
  return JSON.stringify([run ?? null, callId]);
}
