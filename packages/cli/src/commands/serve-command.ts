import type { Command } from "commander";
import type { Action } from "../action.ts";
import { serve } from "./serve.ts";

/** `alisio serve`. */
export function addServeCommand(program: Command, action: Action): void {
  program
    .command("serve")
    .description("sessions and their context as a page and over HTTP, for this machine alone")
    .option("--port <n>", "0 is any free one", "0")
    .option(
      "--host <address>",
      "another address of this machine; needs a token of your own",
      "127.0.0.1",
    )
    .option(
      "--token-file <file>",
      "a token of your own (or ALISIO_SERVE_TOKEN), which isn't printed",
    )
    .option(
      "--open",
      "open the page in a browser, which shows the token to whoever lists processes",
    )
    .addHelpText(
      "after",
      "\nPrints the page's address with this run's token, then serves until it is interrupted.\n\nExample:\n  $ alisio serve --port 8080",
    )
    .action(action(serve));
}
