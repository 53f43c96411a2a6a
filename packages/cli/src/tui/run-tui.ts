import type { RunnerFlags } from "../agent/runner-flags.ts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { sessionsNamed } from "../sessions.ts";
import { createPorts } from "./ports.ts";
import { runPlain } from "./run-plain.ts";
import { runScreen } from "./run-screen.ts";
import type { Ports } from "./types.ts";

/** The flags of `alisio` without a command. */
export interface TuiFlags extends RunnerFlags {
  /** False: plain lines (`--no-tui`). */
  readonly tui?: boolean;
  readonly screenReader?: boolean;
  /** A session's id, or its beginning. */
  readonly resume?: string;
}

/** `alisio`: a chat with the agent, on a terminal. */
export async function runTui(context: CommandContext, flags: TuiFlags): Promise<number> {
  if (context.json)
    throw new CliError("--json: the terminal interface has none; use alisio run --json <prompt>");
  if (!context.io.isTerminal || process.stdin.isTTY !== true) {
    throw new CliError(
      "the terminal interface needs a terminal for input and output; alisio run <prompt> works without one",
    );
  }
  const ports = createPorts(context, flags);
  const sessionId =
    flags.resume === undefined ? undefined : await resolveSession(ports, flags.resume);
  if (flags.tui === false || context.io.environment["TERM"] === "dumb") {
    return await runPlain(context, ports, sessionId);
  }
  return await runScreen(context, ports, { sessionId, screenReader: flags.screenReader === true });
}

/** The whole id of the session that was named. */
async function resolveSession(ports: Ports, named: string): Promise<string> {
  const found = sessionsNamed(await ports.listSessions(), named);
  const [first, second] = found;
  if (first === undefined || named === "") {
    throw new CliError(
      `--resume: no session ${neutral(named)} in this directory; alisio sessions list shows them`,
    );
  }
  if (second !== undefined) {
    throw new CliError(
      `--resume: ${neutral(named)} begins ${found.length} sessions' ids; write more of it`,
    );
  }
  return first.id;
}
