import {
  ALISIO_SESSION_FORMAT,
  ALISIO_SESSION_VERSION,
  decodeSession,
  encodeSessionRecord,
  type SessionRecord,
} from "@alisio/transcripts/alisio-session";
import { AgentError } from "../errors.ts";
import type { AgentEvent, AgentEventEnvelope, EventProblem } from "../types-event.ts";
import { createSessionFile, openSessionFile, type SessionFile } from "./session-file.ts";
import { SessionView } from "./session-view.ts";

/** A record without its time, which the session adds. */
export type NewRecord = SessionRecord extends infer R
  ? R extends SessionRecord
    ? Omit<R, "at">
    : never
  : never;

export type Listener = (envelope: AgentEventEnvelope) => void;

/** Events that listeners see and no file keeps. */
const TRANSIENT: ReadonlySet<AgentEvent["type"]> = new Set(["text.delta", "tool.output"]);

export interface SessionOptions {
  readonly directory: string;
  readonly id: string;
  readonly cwd: string;
  readonly workspaceRoot: string;
  readonly version: string | undefined;
  readonly now: () => number;
}

/** A session that is worked on: every record is written first and counts then. */
export class Session {
  readonly view: SessionView = new SessionView();
  readonly id: string;
  readonly #options: SessionOptions;
  readonly #listeners = new Set<Listener>();
  #file: SessionFile | undefined;
  /** Records of a session whose file isn't there yet: one that says nothing leaves nothing behind. */
  #waiting: SessionRecord[] | undefined = [];
  /** What was found on opening, to be told to the first listeners. */
  readonly #problems: EventProblem[] = [];

  private constructor(options: SessionOptions) {
    this.#options = options;
    this.id = options.id;
  }

  /** A new session; its file begins with the first record that isn't only preparation. */
  static create(options: SessionOptions): Session {
    const session = new Session(options);
    session.#begin();
    return session;
  }

  /** @throws AgentError `session_not_found`, `session_busy`, `session_unusable`, `session_unwritable` */
  static open(options: SessionOptions): Session {
    const session = new Session(options);
    const { file, text, tornBytes } = openSessionFile(options.directory, options.id);
    try {
      session.#read(text);
    } catch (error) {
      file.close();
      throw error;
    }
    session.#file = file;
    session.#waiting = undefined;
    if (tornBytes > 0) session.#foundTorn(tornBytes);
    // A kill may have come before the header was whole.
    if (!session.view.header) session.#begin();
    return session;
  }

  /** Writes a record. */
  append(record: NewRecord): void {
    this.#write(record, true);
  }

  /** Writes a record that alone is no reason to begin a file. */
  prepare(record: NewRecord): void {
    this.#write(record, false);
  }

  setState(key: string, value: unknown): void {
    this.append({ type: "state", key, value });
    this.emit({ type: "state.changed", key });
  }

  /** Tells listeners, and stores what is durable. */
  emit(event: AgentEvent, run?: string): void {
    if (TRANSIENT.has(event.type)) {
      this.tell(event, run);
      return;
    }
    const ofRun = run === undefined ? {} : { run };
    const id = this.view.lastEventId + 1;
    const { at } = this.#write({ type: "event", ...ofRun, id, event: { ...event } }, true);
    this.#tell({ schemaVersion: 1, id, at, ...ofRun, event });
  }

  /** Tells listeners alone. */
  tell(event: AgentEvent, run?: string): void {
    const ofRun = run === undefined ? {} : { run };
    this.#tell({ schemaVersion: 1, at: this.#time(), ...ofRun, event });
  }

  notice(code: string, message: string, run?: string): void {
    this.emit({ type: "notice", problem: { code, message } }, run);
  }

  /** Tells, once, what was found when the session was opened. */
  tellProblems(): void {
    for (const problem of this.#problems.splice(0)) this.emit({ type: "notice", problem });
  }

  /** Remembers something to be told by {@link tellProblems}. */
  found(code: string, message: string): void {
    this.#problems.push({ code, message });
  }

  subscribe(listener: Listener): () => void {
    // A function of its own, so that the same listener may be there twice.
    const own: Listener = (envelope) => listener(envelope);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#listeners.clear();
  }

  #begin(): void {
    const { id, cwd, workspaceRoot, version } = this.#options;
    this.prepare({
      type: "session",
      format: ALISIO_SESSION_FORMAT,
      version: ALISIO_SESSION_VERSION,
      sessionId: id,
      cwd,
      workspaceRoot,
      ...(version !== undefined && { agentVersion: version }),
    });
  }

  #read(text: string): void {
    const { header, records, problems } = decodeSession(text);
    const newer = problems.find(({ kind }) => kind === "newer-version");
    if (newer || (!header && (records.length > 0 || problems.length > 0))) {
      const why = newer?.message ?? "its first line is no header of an Alisio session";
      throw new AgentError("session_unusable", `The session can't be gone on with: ${why}.`);
    }
    for (const record of records) this.view.apply(record);
    const [first] = problems;
    if (first) {
      const more = problems.length > 1 ? ` and ${problems.length - 1} more` : "";
      this.found(
        "session_line_unreadable",
        `Line ${first.line}${more} of the session's file can't be read and is passed over: ${first.message}.`,
      );
    }
  }

  #foundTorn(bytes: number): void {
    this.found(
      "session_line_torn",
      `The last line of the session was not written to its end; its ${bytes} bytes are in ${this.id}.torn.`,
    );
  }

  #write(fields: NewRecord, begins: boolean): SessionRecord {
    const record = { at: this.#time(), ...fields } as SessionRecord;
    const line = encodeSessionRecord(record);
    if (this.#waiting && begins) this.#beginFile(this.#waiting);
    if (this.#waiting) this.#waiting.push(record);
    else this.#openFile().append(line);
    this.view.apply(record);
    return record;
  }

  /** What a full disk keeps from being written waits for the next time. */
  #beginFile(waiting: SessionRecord[]): void {
    this.#file ??= createSessionFile(this.#options.directory, this.id);
    for (let next = waiting[0]; next; next = waiting[0]) {
      this.#file.append(encodeSessionRecord(next));
      waiting.shift();
    }
    this.#waiting = undefined;
  }

  #openFile(): SessionFile {
    if (this.#file) return this.#file;
    throw new AgentError("closed", "The runner was closed; make another one to go on.");
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString();
  }

  #tell(envelope: AgentEventEnvelope): void {
    for (const listener of this.#listeners) {
      try {
        listener(envelope);
      } catch {
        // Whoever watches must not be able to stop the work.
      }
    }
  }
}
