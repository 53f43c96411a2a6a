import type { Command } from "commander";
import type { Action } from "../action.ts";
import { resume } from "../commands/resume.ts";
import { run } from "../commands/run.ts";
import type { AgentOptions } from "./run-agent.ts";

const DELTAS = ["--deltas", "with --json: text and process output as they come, too"] as const;

/** `alisio run` and `alisio resume`. */
export function addAgentCommands(program: Command, action: Action): void {
  addRunnerFlags(
    program
      .command("run")
      .description(
        "have the agent work on a prompt here, without asking anything; exit 1 when it fails",
      )
      .argument("[prompt...]", "what to do; a script may bring its own"),
  )
    .option(...DELTAS)
    .option("--goal <text>", "the session's goal; it outlives every compaction")
    .addHelpText(
      "after",
      '\nExamples:\n  $ alisio run "Why does the test of charge() fail?" --model gpt-5.2\n  $ alisio run --provider scripted --json',
    )
    .action(
      action(async (context, prompt: string[], options: AgentOptions) => {
        return await run(context, prompt.join(" "), options);
      }),
    );
  addRunnerFlags(
    program
      .command("resume")
      .description("go on with a session of the agent, with a new prompt or where it stopped")
      .argument("<session>", "a session's id or its beginning (alisio sessions list)")
      .argument("[prompt...]", "what to do next"),
  )
    .option(...DELTAS)
    .addHelpText("after", '\nExample:\n  $ alisio resume 3f2a "Now the tests, too." --allow-write')
    .action(
      action(async (context, session: string, prompt: string[], options: AgentOptions) => {
        return await resume(context, session, prompt.join(" "), options);
      }),
    );
}

/** The flags that say what the agent is made from: those of {@link RunnerFlags}. */
export function addRunnerFlags(command: Command): Command {
  return command
    .option("--allow-write", "let it write in the workspace")
    .option("--allow-process", "let it start processes")
    .option("--read-only", "offer it neither writes nor processes")
    .option(
      "--add-dir <dir>",
      "a directory outside the workspace that it may use; repeatable",
      collect,
    )
    .option("--governor <mode>", "off, shadow or on (default: as configured)")
    .option("--provider <type>", "openai-compatible, anthropic or scripted")
    .option("--model <name>", "the model's name at the provider")
    .option("--script <file>", "a turn script for the scripted model (default: a bundled story)");
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
