import type { AgentEvent, AgentEventEnvelope } from "@alisio/agent";
import type { SessionReader } from "@alisio/agent/sessions";
import { buildContextReport } from "@alisio/context-report";

/** A reader of sessions in memory, which tests write to while it is followed. */
export interface FakeReader extends SessionReader {
  /** Appends a durable event. */
  add(id: string, event: AgentEvent, fields?: Partial<AgentEventEnvelope>): void;
  /** How many are being followed now, and how many follows there ever were. */
  readonly following: () => number;
  readonly follows: () => number;
}

/** With these sessions, each with as many events to begin with. */
export function fakeReader(sessions: Readonly<Record<string, number>>): FakeReader {
  const logs = new Map<string, AgentEventEnvelope[]>();
  let wakes: (() => void)[] = [];
  let following = 0;
  let follows = 0;
  const append = (
    id: string,
    event: AgentEvent,
    fields: Partial<AgentEventEnvelope> = {},
  ): void => {
    const log = logs.get(id) ?? [];
    logs.set(id, log);
    log.push({ schemaVersion: 1, id: log.length + 1, at: AT, event, ...fields });
    const woken = wakes;
    wakes = [];
    for (const wake of woken) wake();
  };
  for (const [id, count] of Object.entries(sessions)) {
    logs.set(id, []);
    for (let index = 0; index < count; index += 1) append(id, notice(index));
  }
  async function* follow(
    id: string,
    { after, signal }: { readonly after: number; readonly signal: AbortSignal },
  ): AsyncGenerator<AgentEventEnvelope> {
    following += 1;
    follows += 1;
    try {
      for (let index = 0; !signal.aborted; ) {
        const envelope = logs.get(id)?.[index];
        if (envelope !== undefined) {
          index += 1;
          if ((envelope.id ?? 0) > after) yield envelope;
          continue;
        }
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            signal.removeEventListener("abort", wake);
            resolve();
          };
          wakes.push(wake);
          signal.addEventListener("abort", wake);
        });
      }
    } finally {
      following -= 1;
    }
  }
  return {
    add: append,
    following: () => following,
    follows: () => follows,
    list: async () => [...logs.keys()].map((id) => ({ id, modifiedMs: 0, bytes: 1 })),
    context: async (id) =>
      logs.has(id)
        ? { tokens: 12, window: 1000, compactAt: 850, messages: 2, compactions: 0 }
        : undefined,
    report: async (id, { madeAt, ...settings }) =>
      logs.has(id)
        ? buildContextReport({
            session: id,
            madeAt,
            settings: { mode: "on", ...settings },
            history: [{ role: "user", text: `canary ${logs.get(id)?.length}` }],
          })
        : undefined,
    follow,
  };
}

export const AT = "2026-01-31T12:00:00.000Z";

export function notice(number: number): AgentEvent {
  return { type: "notice", problem: { code: "test", message: `event ${number}` } };
}
