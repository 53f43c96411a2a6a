import { createSessionReader } from "@alisio/agent/sessions";

/** Follows the newest session, whichever process works on it, until the signal. */
export async function* newestEvents(sessionsDirectory: string, signal: AbortSignal) {
  const reader = createSessionReader({ sessionsDirectory });
  const [newest] = await reader.list();
  if (newest) yield* reader.follow(newest.id, { after: 0, signal });
}
