import type { Message } from "@alisio/governor";
import { profile } from "@alisio/governor/profiles/claude-code";
import { quotedByOf, requestsOf, simulateStream } from "@alisio/governor/simulate";

/** What the governor would have saved in a recorded conversation, and what it would have cost. */
export function wouldHaveHelped(history: readonly Message[]): string {
  const stream = { history, requests: requestsOf({ history }) };
  const quotedBy = quotedByOf("claude-code");
  const figures = simulateStream(stream, { profile, quotedBy, epochMessages: 0 });
  const { requests, savedShare, billRatio, stillNeeded } = figures;
  const [saved, bill] = [savedShare, billRatio].map((share) => `${(share * 100).toFixed(0)}%`);
  return `${requests} requests: ${saved} saved, bill ${bill}, ${stillNeeded} reads still needed`;
}
