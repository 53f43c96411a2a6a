import { statSync } from "node:fs";
import { type AgentOptions, runAgent } from "../agent/run-agent.ts";
import { CliError } from "../errors.ts";
import { type CommandContext, createContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { findSessions } from "../sessions.ts";

/** `alisio resume <session> [prompt]`: goes on with a session, in the directory that it is of. */
export async function resume(
  context: CommandContext,
  named: string,
  prompt: string,
  options: AgentOptions,
): Promise<number> {
  const session = await findSession(context, named);
  const there = await contextOf(context, session.cwd);
  return await runAgent(there, options, session.id, ({ runner }, signal) =>
    prompt.trim() === "" ? runner.resume({ signal }) : runner.run(prompt, { signal }),
  );
}

interface FoundSession {
  readonly id: string;
  readonly cwd: string | undefined;
}

/** By its id, by the beginning of one, or by its file. */
async function findSession(context: CommandContext, named: string): Promise<FoundSession> {
  const { sessions } = await findSessions(context, true);
  const path = named === "" ? undefined : context.resolvePath(named);
  const own = sessions.filter(({ agent }) => agent === "alisio");
  const exact = own.filter(({ id, path: file }) => id === named || file === path);
  const found =
    exact.length > 0 ? exact : own.filter(({ id }) => named !== "" && id.startsWith(named));
  const [first, second] = found;
  if (first === undefined) {
    const other = sessions.find(({ id }) => named !== "" && id.startsWith(named));
    throw new CliError(
      other === undefined
        ? `there is no session ${neutral(named)}; alisio sessions list --all shows them`
        : `${neutral(named)} is a session of ${other.agent}: only Alisio's own can be resumed`,
    );
  }
  if (second !== undefined) {
    throw new CliError(`${neutral(named)} names ${found.length} sessions; give more of the id`);
  }
  return { id: first.id, cwd: first.cwd };
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
