import { nameAt, objectAt } from "../../internal/json.ts";
import type { StreamBuilder } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import type { MessageOrigin } from "../../types.ts";
import type { OpencodeMessage } from "./records.ts";

interface Cleared {
  readonly callId: string;
  readonly timeMs: number;
}

/**
 * Results that the agent stopped sending, by the time at which it did: a part's state says when
 * its output was `compacted`.
 */
export class ClearedResults {
  readonly #stream: StreamBuilder;
  readonly #byTime: readonly Cleared[];
  /** Said to be cleared before they were there. */
  readonly #early: string[] = [];
  #next = 0;

  constructor(stream: StreamBuilder, messages: readonly OpencodeMessage[]) {
    this.#stream = stream;
    this.#byTime = messages.flatMap(clearedIn).sort((a, b) => a.timeMs - b.timeMs);
  }

  /** Marks what was cleared by then. */
  mark(timeMs: number | undefined, at: MessageOrigin): void {
    if (timeMs === undefined) return;
    this.#mark(at, (cleared) => cleared.timeMs <= timeMs);
  }

  /** Marks all the rest. */
  finish(at: MessageOrigin): void {
    this.#mark(at, () => true);
    if (this.#early.length > 0) this.#stream.elide(this.#early, at);
  }

  #mark(at: MessageOrigin, isDue: (cleared: Cleared) => boolean): void {
    const callIds: string[] = [];
    for (;;) {
      const cleared = this.#byTime[this.#next];
      if (cleared === undefined || !isDue(cleared)) break;
      this.#next += 1;
      const list = this.#stream.hasResult(cleared.callId) ? callIds : this.#early;
      list.push(cleared.callId);
    }
    if (callIds.length > 0) this.#stream.elide(callIds, at);
  }
}

function clearedIn(message: OpencodeMessage): Cleared[] {
  return [...message.parts.values()].flatMap(({ value }) => {
    const callId = nameAt(value, "callID");
    const time = objectAt(objectAt(value, "state") ?? {}, "time");
    const timeMs = parseTimeMs(time?.["compacted"]);
    return callId === undefined || timeMs === undefined ? [] : [{ callId, timeMs }];
  });
}
