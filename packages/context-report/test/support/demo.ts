import type { ContextReportInput } from "../../src/index.ts";
import { ledgerOf } from "./ledger.ts";
import { Session } from "./session.ts";

/** A session that has one of everything, for views and fixtures. */
function demoSession(): Session {
  const session = new Session()
    .system()
    .user()
    .read("/home/u/proj/src/a.ts")
    .read("src/generated/with/a/very/long/path/that/no/narrow/terminal/shows/名前-modèle.ts")
    .search("needle")
    .change("/home/u/proj/src/a.ts")
    .shell("cat src/a.ts && curl https://example.org/secret", true)
    .search("needle")
    .poll(0, "")
    .poll(0)
    .checkpoint()
    .read("lib/used.ts")
    .list(["lib/used.ts", "lib/more.ts"])
    .shell("node lib/used.ts")
    .read("lib/\u001b[31mred\u202egnp.ts");
  session.history.push(
    { role: "tool", callId: "nobody", content: "an orphan" },
    {
      role: "assistant",
      text: "",
      calls: [{ id: "shot", name: "mcp__browser__screenshot", args: {} }],
    },
    {
      role: "tool",
      callId: "shot",
      content: [
        { type: "text", text: "seen" },
        { type: "image", data: "base64" },
      ],
    },
  );
  return session.call("shell", { command: "false" }, "exit 1", true).say().user();
}

/** The same with everything that a host may add. */
export function demoInput(mode: "shadow" | "on" | "off"): ContextReportInput {
  const { history } = demoSession();
  return {
    session: "0197-demo",
    madeAt: "2026-01-31T12:00:00Z",
    settings: { mode, epochMessages: 0, minAgeTurns: 2 },
    history,
    compactions: [{ position: 20, tokensBefore: 91_000 }, { position: 4 }],
    agentElisions: ["call-8"],
    instructions: [
      { source: "/home/u/proj/AGENTS.md", kind: "project", characters: 4321 },
      { source: "skills", kind: "catalog", characters: 800 },
    ],
    invariants: {
      counts: { instruction: 2, goal: 1, plan: 1, criterion: 3, grant: 0 },
      omitted: 1,
      characters: 640,
    },
    usage: {
      ...ledgerOf(history),
      summary: () => ({
        tools: [
          { tool: "search_text", seen: 2, used: 2, reread: 0 },
          { tool: "read_file", seen: 4, used: 2, reread: 0 },
        ],
        notAttributable: [{ tool: "shell", seen: 3 }],
      }),
    },
    reportedUsage: {
      inputTokens: 2_950,
      cacheReadTokens: 1_024,
      outputTokens: 77,
      beforeMessage: 30,
    },
    root: { name: "proj", path: "/home/u/proj" },
  };
}
