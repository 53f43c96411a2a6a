import { statSync } from "node:fs";
import { type AgentOptions, runAgent } from "../agent/run-agent.ts";
import { CliError } from "../errors.ts";
import { type CommandContext, createContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { findSession } from "../sessions.ts";

/** `alisio resume <session> [prompt]`: goes on with a session, in the directory that it is of. */
export async function resume(
  context: CommandContext,
  named: string,
  prompt: string,
  options: AgentOptions,
): Promise<number> {
  const session = await findSession(context, named, "alisio");
  const there = await contextOf(context, session.cwd);
  return await runAgent(there, options, session.id, ({ runner }, signal) =>
    prompt.trim() === "" ? runner.resume({ signal }) : runner.run(prompt, { signal }),
  );
}

/** A session goes on where it was, unless `--cwd` says otherwise. */
async function contextOf(
  context: CommandContext,
  cwd: string | undefined,
): Promise<CommandContext> {
  if (cwd === undefined || cwd === context.cwd || context.isCwdNamed) return context;
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CliError(
      `the session's directory ${neutral(context.showHome(cwd))} is gone; --cwd DIR resumes it elsewhere`,
    );
  }
  const there = await createContext(context.io, {
    cwd,
    ...(context.rootMarker === null &&
      context.workspace === context.workspaceRoot && { workspaceRoot: context.workspaceRoot }),
    ...(context.explicitFile !== undefined && { config: context.explicitFile }),
    trustProject: context.trusted,
    json: context.json,
  });
  return { ...there, style: context.style };
}
