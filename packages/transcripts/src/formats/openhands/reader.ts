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
  readonly #ids = new Set<string>();
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
    const isFirst = this.#ids.size === 0;
    let id = instanceId ?? `instance-${this.#ids.size + 1}`;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${instanceId}#${count}`;
    this.#ids.add(id);
    this.#session.sessionId ??= instanceId;
    return isFirst ? this.#session.main() : this.#session.stream(id, "main");
  }
}

/** The model that the run was set up with, for files whose events don't name the one that answered. */
function configuredModel(instance: JsonObject): string | undefined {
  const metadata = objectAt(instance, "metadata") ?? {};
  return nameAt(objectAt(metadata, "llm_config") ?? {}, "model");
}
