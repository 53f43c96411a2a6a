import type { Command } from "commander";
import type { Action } from "../action.ts";
import { contextSimulate } from "./context-simulate.ts";

/** Adds `simulate` to the `context` commands. */
export function addSimulateCommand(context: Command, action: Action): void {
  context
    .command("simulate")
    .description("what the governor would have saved, cost and taken away in recorded sessions")
    .argument("[session...]", "transcript files, directories of them, or sessions' ids")
    .option("--latest", "the newest session of this directory")
    .option("--min-age-turns <n>", "assistant messages that a result stays whole: 1 to 20")
    .option("--epoch <n>", "messages between two changes of the prefix: 0 to 1000")
    .option("--apply <when>", "epochs, or cold: only where nothing is cached anyway")
    .option("--price-input <n>", "of a token that is neither read from nor written to a cache (1)")
    .option("--price-cached <n>", "of a token that is read from the cache (0.1)")
    .option("--price-cache-write <n>", "of a token that is written to the cache (1.25)")
    .option("--profile <agent>", "how the tools are understood (default: by the format)")
    .option("--main-only", "without the conversations of subagents")
    .option("--sweep", "a table over ages, epochs and moments")
    .option("--html <file>", "as one HTML file with charts, instead of printing it")
    .addHelpText(
      "after",
      "\nExamples:\n  $ alisio context simulate --latest\n  $ alisio context simulate ~/.claude/projects --apply cold --sweep",
    )
    .action(action(contextSimulate));
}
