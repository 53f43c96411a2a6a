import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { StreamBuilder } from "../../internal/stream-builder.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import { EventTeller } from "./tell-events.ts";

/** Every line is one instance: the first is the main conversation, the others stand beside it. */
export class OpenHandsReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  /** How often an instance was seen: a run may be repeated. */
  readonly #counts = new Map<string, number>();
  /** Events that stand on lines of their own. */
  #loose: EventTeller | undefined;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line }: RecordEntry): void {
    const history = Array.isArray(value)
      ? value
      : isObject(value)
        ? arrayAt(value, "history")
        : undefined;
    if (history === undefined) {
      this.#event(value, line);
      return;
    }
    const instance = isObject(value) ? value : {};
    const stream = this.#stream(nameAt(instance, "instance_id"));
    const teller = new EventTeller(this.#session, stream);
    // Older files pair each action with its observation.
    for (const [index, event] of history.flat().entries()) {
      if (isObject(event)) teller.tell(event, { line, index });
      else this.#unknown.malformed(line, "an event is not an object");
    }
    if (!teller.hasModel) this.#session.addModel(configuredModel(instance));
    const task = stringAt(instance, "instruction");
    if (stream.isEmpty && task !== undefined) stream.user(task, { line });
  }

  finish(): void {}

  #event(value: unknown, line: number): void {
    if (!isObject(value)) {
      this.#unknown.malformed(line, "a record is no run");
      return;
    }
    this.#loose ??= new EventTeller(this.#session, this.#stream(undefined));
    this.#loose.tell(value, { line });
  }

  #stream(instanceId: string | undefined): StreamBuilder {
    const isFirst = this.#counts.size === 0;
    const name = instanceId ?? "instance";
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    this.#session.sessionId ??= instanceId;
    if (isFirst) return this.#session.main();
    return this.#session.stream(count === 1 ? name : `${name}#${count}`, "main");
  }
}

/** The model that the run was set up with, for files whose events don't name the one that answered. */
function configuredModel(instance: JsonObject): string | undefined {
  const metadata = objectAt(instance, "metadata") ?? {};
  return nameAt(objectAt(metadata, "llm_config") ?? {}, "model");
}
