import { basename, dirname, join } from "node:path";
import type { ContextReport } from "@alisio/context-report";
import type { GovernorSettings } from "@alisio/governor";
import type { TranscriptStream } from "@alisio/transcripts";
import { stateHome } from "../config/homes.ts";
import type { CommandContext } from "../globals.ts";

/**
 * The report of one of Alisio's own sessions, which knows its settings and its invariants: the value
 * that every surface shows. `undefined` for other files, and for a session's subagents.
 *
 * @param settings - What is absent is the session's own.
 */
export async function ownSessionReport(
  context: CommandContext,
  path: string,
  stream: TranscriptStream,
  settings: GovernorSettings,
): Promise<ContextReport | undefined> {
  const { io } = context;
  const sessionsDirectory = join(stateHome(io), "sessions");
  if (stream.kind !== "main" || dirname(path) !== sessionsDirectory) return undefined;
  const { createSessionReader } = await import("@alisio/agent/sessions");
  const madeAt = new Date(io.now()).toISOString();
  const id = basename(path, ".jsonl");
  return await createSessionReader({ sessionsDirectory }).report(id, { ...settings, madeAt });
}
