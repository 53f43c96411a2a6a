import { arrayAt, type JsonObject, numberAt } from "../../internal/json.ts";
import type { Handle, NewMessage } from "../../internal/stream-builder.ts";

/** What a model sees of the events when some of them were condensed away. */
export class CondensedView {
  /** Events that are left, in order; those that say nothing to a model have no message. */
  #left: { readonly id: number | undefined; readonly handle: Handle | undefined }[] = [];
  /** The newest summary, and where among the events that are left it stands. */
  #summary: NewMessage | Handle | undefined;
  #offset = 0;

  add(id: number | undefined, handle: Handle | undefined): void {
    this.#left.push({ id, handle });
  }

  /** Takes out the events that a condensation names, by a list or by first and last. */
  forget(args: JsonObject): void {
    const named = new Set(arrayAt(args, "forgotten_event_ids") ?? []);
    const from = numberAt(args, "forgotten_events_start_id") ?? Number.POSITIVE_INFINITY;
    const to = numberAt(args, "forgotten_events_end_id") ?? Number.NEGATIVE_INFINITY;
    this.#left = this.#left.filter(
      ({ id }) => id === undefined || !(named.has(id) || (id >= from && id <= to)),
    );
    this.#offset = numberAt(args, "summary_offset") ?? this.#offset;
  }

  set summary(message: NewMessage) {
    this.#summary = message;
  }

  /** What the next request carries. */
  context(): readonly (Handle | NewMessage)[] {
    const before = handlesOf(this.#left.slice(0, this.#offset));
    const after = handlesOf(this.#left.slice(this.#offset));
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
