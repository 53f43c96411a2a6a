import { checkOptions, rootOf } from "./internal/check-options.ts";
import { openRunner } from "./internal/open-runner.ts";
import { createWorkspaceTools } from "./tools/create-workspace-tools.ts";
import type { AgentRunner, AgentRunnerOptions } from "./types-runner.ts";

/**
 * Makes an agent that works on one session: a new one, or one that is gone on with.
 *
 * A session's file appears with its first prompt. One that has its system message keeps it when it is
 * gone on with, so that what the provider cached stays; instruction files that changed since then are
 * attached as soon as a call touches what they rule.
 *
 * @throws AgentError `invalid_argument`, `invalid_option`, `invalid_session_id`,
 * `session_not_found`, `session_busy`, `session_unusable`, `session_unwritable`
 * @throws GovernorError, InvariantsError, AgentsMdError for settings and directories that those
 * packages refuse
 * @example
 * ```ts
 * const runner = await createAgentRunner({ ...settings, model, skills });
 * runner.subscribe(({ event }) => console.log(event.type));
 * const { end, text } = await runner.run("Fix the failing test");
 * await runner.close();
 * ```
 */
export async function createAgentRunner(given: AgentRunnerOptions): Promise<AgentRunner> {
  const options = checkOptions(given);
  const { cwd, permissions, environment, now, createId } = options;
  const workspace = createWorkspaceTools({
    workspaceRoot: rootOf(options),
    cwd,
    directories: permissions.directories,
    environment,
    now,
    createId,
  });
  try {
    return await openRunner(options, workspace);
  } catch (error) {
    await workspace.close();
    throw error;
  }
}
