import { readFile } from "node:fs/promises";
import type { ContextGovernedEvent } from "@alisio/governor";
import type { RequestFigures } from "@alisio/server/html";
import type { TranscriptSession } from "@alisio/transcripts";

/**
 * The governed requests of the main run, for the chart of a page. Only Alisio's own sessions hold
 * them; of other agents' sessions there are none.
 */
export async function governedRequests(
  session: TranscriptSession,
  path: string,
): Promise<readonly RequestFigures[]> {
  if (session.agent !== "alisio") return [];
  const { decodeSession } = await import("@alisio/transcripts/alisio-session");
  const { contextGovernedEventSchema } = await import("@alisio/governor/schemas");
  const { records } = decodeSession(await readFile(path, "utf8"));
  return records.flatMap((record) => {
    if (record.type !== "event" || record.run !== undefined) return [];
    const { success, data } = contextGovernedEventSchema.safeParse(record.event);
    return success ? [figuresOf(record.at, data)] : [];
  });
}

function figuresOf(at: string, event: ContextGovernedEvent): RequestFigures {
  const { tokensBefore, tokensAfter, elided } = event;
  return { at, tokensBefore, tokensAfter, elided };
}
