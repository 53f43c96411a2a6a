import { createInstructionTracker, resolveInstructions } from "@alisio/agents-md/node";

export async function runSession(agent: Agent, cwd: string): Promise<void> {
  const eager = await resolveInstructions({ cwd });
  agent.systemPrompt += eager.text;
  const tracker = await createInstructionTracker({ cwd, eager });
  for await (const toolCalls of agent.steps()) {
    const { calls } = await tracker.step(toolCalls);
    for (const { id, action, text } of calls) {
      const result = action === "run" ? await agent.runTool(id) : "";
      agent.answer(id, [result, text].filter(Boolean).join("\n\n"));
    }
  }
}

interface Agent {
  systemPrompt: string;
  steps(): AsyncIterable<{ id: string; effect: "read" | "write" | "process"; paths?: string[] }[]>;
  runTool(id: string): Promise<string>;
  answer(id: string, result: string): void;
}
