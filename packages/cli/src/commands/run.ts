import { type AgentOptions, runAgent } from "../agent/run-agent.ts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";

/** `alisio run <prompt>`: a new session works on a prompt. */
export async function run(
  context: CommandContext,
  prompt: string,
  options: AgentOptions,
): Promise<number> {
  return await runAgent(context, options, undefined, ({ runner, scriptPrompt }, signal) => {
    const text = prompt.trim() === "" ? (scriptPrompt ?? "") : prompt;
    if (text !== "") return runner.run(text, { signal });
    throw new CliError('name what to do, such as alisio run "Explain the build"');
  });
}
