import { type JsonObject, nameAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { Handle, StreamBuilder } from "../../internal/stream-builder.ts";

/** One conversation of the file, and what its messages are known by. */
export class CopilotStream {
  readonly builder: StreamBuilder;
  /** Messages that the next request carries, in the order of the file, without instructions. */
  context: Handle[] = [];
  /** How many messages `context` had when a compaction began. */
  compactionFrom: number | undefined;
  #newest = -1;

  constructor(builder: StreamBuilder) {
    this.builder = builder;
  }

  /** Notes a message; a further piece of a known one changes nothing. */
  note(handle: Handle): void {
    if (handle <= this.#newest) return;
    this.#newest = handle;
    this.context.push(handle);
  }
}

/**
 * Which conversation an event belongs to. Newer events of a subagent carry its `agentId`, older
 * ones the call that started it; an event that says both joins the two names.
 */
export class CopilotStreams {
  readonly #session: SessionBuilder;
  readonly #byKey = new Map<string, CopilotStream>();
  /** The stream that made a call, for the start of a subagent. */
  readonly #callers = new Map<string, CopilotStream>();
  readonly #main: CopilotStream;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#main = new CopilotStream(session.main());
  }

  /** The stream of an event. */
  of(event: JsonObject, data: JsonObject): CopilotStream {
    const agentId = nameAt(event, "agentId");
    const callId = nameAt(data, "parentToolCallId");
    const key = agentId ?? callId;
    if (key === undefined) return this.#main;
    const stream = this.#byKey.get(key) ?? this.#byKey.get(callId ?? key) ?? this.#add(key);
    this.#byKey.set(key, stream);
    if (callId !== undefined) {
      this.#byKey.set(callId, stream);
      this.#start(stream, callId);
    }
    return stream;
  }

  /** A `subagent.started` event: the agent's id stands outside, the call in the data. */
  started(event: JsonObject, data: JsonObject): void {
    const callId = nameAt(data, "toolCallId");
    if (callId === undefined) return;
    this.#start(this.of(event, { parentToolCallId: callId }), callId);
  }

  /** Notes who made a call. */
  called(stream: CopilotStream, callId: string): void {
    this.#callers.set(callId, stream);
  }

  #add(key: string): CopilotStream {
    return new CopilotStream(this.#session.stream(key, "subagent"));
  }

  #start(stream: CopilotStream, callId: string): void {
    if (stream === this.#main) return;
    const caller = this.#callers.get(callId) ?? this.#main;
    stream.builder.startedBy ??= { streamId: caller.builder.id, callId };
  }
}
