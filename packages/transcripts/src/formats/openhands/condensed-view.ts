import { arrayAt, type JsonObject, numberAt } from "../../internal/json.ts";
import type { Handle, NewMessage } from "../../internal/stream-builder.ts";

/** What a model sees of the events when some of them were condensed away. */
export class CondensedView {
  /** All events in order; those that say nothing to a model have no message. */
  readonly #events: { readonly id: number | undefined; readonly handle: Handle | undefined }[] = [];
  readonly #forgotten = new Set<number>();
  /** The newest summary, and where among the events that are left it stands. */
  #summary: NewMessage | Handle | undefined;
  #offset = 0;

  add(id: number | undefined, handle: Handle | undefined): void {
    this.#events.push({ id, handle });
  }

  /** Takes out the events that a condensation names, by a list or by first and last. */
  forget(args: JsonObject): void {
    for (const id of arrayAt(args, "forgotten_event_ids") ?? []) {
      if (typeof id === "number") this.#forgotten.add(id);
    }
    const from = numberAt(args, "forgotten_events_start_id");
    const to = numberAt(args, "forgotten_events_end_id");
    if (from !== undefined && to !== undefined) {
      for (const { id } of this.#events) {
        if (id !== undefined && id >= from && id <= to) this.#forgotten.add(id);
      }
    }
    this.#offset = numberAt(args, "summary_offset") ?? this.#offset;
  }

  set summary(message: NewMessage) {
    this.#summary = message;
  }

  /** What the next request carries. */
  context(): readonly (Handle | NewMessage)[] {
    const left = this.#events.filter(({ id }) => id === undefined || !this.#forgotten.has(id));
    const before = handlesOf(left.slice(0, this.#offset));
    const after = handlesOf(left.slice(this.#offset));
    return this.#summary === undefined
      ? [...before, ...after]
      : [...before, this.#summary, ...after];
  }

  /** Notes by which handle the summary is known now. */
  told(context: readonly (Handle | NewMessage)[], handles: readonly Handle[]): void {
    const at = this.#summary === undefined ? -1 : context.indexOf(this.#summary);
    if (at >= 0) this.#summary = handles[at];
  }
}

function handlesOf(events: readonly { readonly handle: Handle | undefined }[]): Handle[] {
  return events.flatMap(({ handle }) => (handle === undefined ? [] : [handle]));
}
