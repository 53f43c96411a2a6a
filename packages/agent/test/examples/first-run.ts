import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type AgentEvent, createAgentRunner, type ModelClient } from "@alisio/agent";
import { createSkillSession } from "@alisio/skills-discovery";
import { discoverSkills } from "@alisio/skills-discovery/node";

/** Asks one thing in a workspace; gives the answer and the id to go on with. */
export async function ask(prompt: string, workspace: string, state: string, model: ModelClient) {
  const configHome = join(state, "config");
  const snapshot = await discoverSkills({ cwd: workspace, homeDirectory: state, configHome });
  const runner = await createAgentRunner({
    sessionsDirectory: join(state, "sessions"),
    cwd: workspace,
    workspace,
    configHome,
    homeDirectory: state,
    model,
    contextWindow: 200_000,
    maxOutputTokens: 16_000,
    governance: { mode: "on", minAgeTurns: 2, epochMessages: 32, maxInvariantCharacters: 4000 },
    compaction: { auto: true, threshold: 0.85, keepTurns: 2 },
    permissions: { write: true, process: false, readOnly: false, directories: [] },
    instructions: { claudeMdFallback: false, maxBytes: 32_768 },
    skills: createSkillSession({ snapshot }),
    catalog: { maxCharacters: null, maxEntries: null, pinned: [] },
    environment: { PATH: process.env["PATH"] },
    now: Date.now,
    createId: randomUUID,
  });
  const seen: AgentEvent["type"][] = [];
  runner.subscribe(({ event }) => seen.push(event.type));
  const { end, text } = await runner.run(prompt);
  await runner.close();
  return { end, text, sessionId: runner.sessionId, seen };
}
