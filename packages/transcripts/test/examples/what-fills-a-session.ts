import { contextAt } from "@alisio/transcripts";
import { listSessions, readTranscriptFile } from "@alisio/transcripts/node";

export async function whatFillsTheLatest(cwd: string): Promise<string> {
  const [latest] = (await listSessions({ cwd })).sessions;
  const session = latest && (await readTranscriptFile(latest.path));
  const main = session?.streams.find((stream) => stream.kind === "main");
  if (!session || !main) return "There is no session here.";

  const tools = new Map<string, string>();
  const sizes = new Map<string, number>();
  for (const message of contextAt(main).map((index) => main.history[index])) {
    if (message?.role === "assistant") {
      for (const { id, name } of message.calls ?? []) tools.set(id, name);
    } else if (message?.role === "tool" && typeof message.content === "string") {
      const tool = tools.get(message.callId) ?? "?";
      sizes.set(tool, (sizes.get(tool) ?? 0) + message.content.length);
    }
  }
  const rows = [...sizes].map(([tool, size]) => `${tool}: ${size} characters`);
  return [`${session.agent} ${session.sessionId}`, ...rows].join("\n");
}
