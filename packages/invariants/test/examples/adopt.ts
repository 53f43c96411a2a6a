import { acceptQuotes, renderInvariants, summariserFragment } from "@alisio/invariants";

type Message = { role: string; content: string; synthetic?: boolean };
type Session = { messages: Message[]; compacted?: boolean; contextInvariants?: unknown };
type Summarise = (
  prompt: string,
  history: readonly Message[],
) => Promise<{ summary: string; quotes?: unknown }>;

/** Replaces the history by a summary and keeps the user's rules outside it. */
export async function compact(session: Session, summarise: Summarise): Promise<void> {
  const history = session.messages;
  const prompt = `Summarise the work so far in "summary". ${summariserFragment()}`;
  const answer = await summarise(prompt, history);
  const sources = history.map(({ role, content, synthetic }) => {
    return { role, text: content, ordinary: role === "user" && !synthetic };
  });
  const { stored, added } = acceptQuotes(answer.quotes, sources, session.contextInvariants);
  if (added.length > 0) session.contextInvariants = stored;
  session.messages = [{ role: "user", content: answer.summary, synthetic: true }];
  session.compacted = true;
}

/** The messages to send: after a compaction the block is the last one, and is stored nowhere. */
export function request(session: Session): readonly Message[] {
  if (!session.compacted) return session.messages;
  const { text } = renderInvariants({ stored: session.contextInvariants });
  return text === undefined
    ? session.messages
    : [...session.messages, { role: "user", content: text }];
}
