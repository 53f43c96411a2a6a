import type { Command } from "commander";
import type { Action } from "../action.ts";
import { addRunnerFlags } from "../agent/add-agent-commands.ts";
import type { TuiFlags } from "./run-tui.ts";

/** `alisio` without a command: the terminal interface. `refuse` gets what is no command. */
export function addTuiCommand(
  program: Command,
  action: Action,
  refuse: (given: string) => never,
): void {
  addRunnerFlags(
    program
      .command("chat", { isDefault: true })
      .description("chat with the agent in the terminal: what alisio does without a command")
      .allowExcessArguments()
      .hook("preAction", ({ args: [given] }) => {
        if (given !== undefined) refuse(given);
      }),
  )
    .option("--resume <session>", "go on with a session: its id or the beginning of it")
    .option("--no-tui", "plain lines: nothing is drawn over (also with TERM=dumb)")
    .option("--screen-reader", "for screen readers (also with INK_SCREEN_READER=true)")
    .addHelpText(
      "after",
      "\nExamples:\n  $ alisio --provider scripted\n  $ alisio --allow-write --governor shadow\n  $ alisio --resume 3f2a --no-tui",
    )
    .action(
      action(async (context, flags: TuiFlags) => {
        const { runTui } = await import("./run-tui.ts");
        return await runTui(context, flags);
      }),
    );
}
