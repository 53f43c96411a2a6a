import type {
  AgentName,
  FormatName,
  StartedBy,
  TranscriptDiagnostic,
  TranscriptDiagnosticCode,
  TranscriptSession,
} from "../types.ts";
import { Diagnostics } from "./diagnostics.ts";
import { saneName, saneText } from "./names.ts";
import { StreamBuilder } from "./stream-builder.ts";

/** What a format reader tells about the session that it reads. The first value of a field counts. */
export class SessionBuilder {
  /** Where the reader of lines and the format put what is wrong. */
  readonly diagnostics: Diagnostics;
  sessionId: string | undefined;
  cwd: string | undefined;
  title: string | undefined;
  agentVersion: string | undefined;
  /** How many messages the compactions of all streams name. */
  contextEntries = 0;
  readonly #streams = new Map<string, StreamBuilder>();
  readonly #models = new Set<string>();
  readonly #started = new Map<string, StartedBy>();
  #startedAtMs: number | undefined;
  #endedAtMs: number | undefined;
  #timedLine = 0;
  #previousMs: number | undefined;
  #backwards: { readonly line: number; count: number } | undefined;

  constructor(diagnostics: Diagnostics = new Diagnostics()) {
    this.diagnostics = diagnostics;
  }

  /** The stream of this id, made at its first mention. An id beyond all measure is cut. */
  stream(named: string, kind: "main" | "subagent"): StreamBuilder {
    const id = saneText(named);
    const known = this.#streams.get(id);
    if (known !== undefined) return known;
    const made = new StreamBuilder(this, id, kind);
    this.#streams.set(id, made);
    return made;
  }

  /** The conversation that the user saw. */
  main(): StreamBuilder {
    return this.stream("main", "main");
  }

  /** Notes that a call started a subagent; its conversation may be in another file. */
  startedSubagent(subagentId: string, startedBy: StartedBy): void {
    const id = saneText(subagentId);
    if (this.#started.has(id)) return;
    this.#started.set(id, { ...startedBy, streamId: saneText(startedBy.streamId) });
  }

  addModel(model: string | undefined): void {
    const name = saneName(model);
    if (name !== undefined) this.#models.add(name);
  }

  /** Streams call it for every message; formats for records that give none. */
  seenTime(timeMs: number | undefined, line: number): void {
    if (timeMs === undefined) return;
    if (this.#startedAtMs === undefined || timeMs < this.#startedAtMs) this.#startedAtMs = timeMs;
    if (this.#endedAtMs === undefined || timeMs > this.#endedAtMs) this.#endedAtMs = timeMs;
    // Formats that tell a session at its end come by their lines twice: the first time counts.
    if (line <= this.#timedLine) return;
    if (this.#previousMs !== undefined && timeMs < this.#previousMs) {
      this.#backwards ??= { line, count: 0 };
      this.#backwards.count += 1;
    }
    this.#timedLine = line;
    this.#previousMs = timeMs;
  }

  diagnose(
    code: TranscriptDiagnosticCode,
    severity: TranscriptDiagnostic["severity"],
    line: number | undefined,
    message: string,
  ): void {
    this.diagnostics.add(code, severity, line, message);
  }

  finish(agent: AgentName | undefined, format: FormatName): TranscriptSession {
    const built = [...this.#streams.values()].filter((stream) => !stream.isEmpty);
    const streams = [
      ...built.filter((stream) => stream.kind === "main"),
      ...built.filter((stream) => stream.kind === "subagent"),
    ].map((stream) => stream.finish());
    if (this.#backwards !== undefined) {
      const { line, count } = this.#backwards;
      this.diagnose(
        "time.went-back",
        "information",
        line,
        `times go back ${count} times, here first; the order of the file counts.`,
      );
    }
    if (streams.length === 0) {
      this.diagnose("session.empty", "information", undefined, "the file holds no message.");
    }
    return {
      agent,
      format,
      sessionId: saneName(this.sessionId),
      cwd: this.cwd,
      title: this.title === undefined ? undefined : saneText(this.title),
      agentVersion: saneName(this.agentVersion),
      models: [...this.#models],
      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
      streams,
      startedSubagents: [...this.#started].map(([subagentId, startedBy]) => ({
        subagentId,
        startedBy,
      })),
      diagnostics: this.diagnostics.list(),
    };
  }
}
