import type { CommandContext } from "./globals.ts";

/** What a command gives back; absent is 0. */
export type CommandResult = Promise<number | undefined>;

/** Makes the action of a leaf command, which gets the context, its arguments and its own options. */
export type Action = <Args extends unknown[]>(
  run: (context: CommandContext, ...args: Args) => CommandResult,
) => (...input: unknown[]) => Promise<void>;
