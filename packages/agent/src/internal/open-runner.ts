import type { WorkspaceTools } from "../tools/types-workspace-tools.ts";
import type { AgentRunner, AgentRunnerOptions } from "../types-runner.ts";
import type { AgentTool, ToolContext, ToolOutcome } from "../types-tool.ts";
import { governorOf } from "./governor.ts";
import { Grants } from "./grants.ts";
import { explainTool, skillTools, taskTool } from "./host-tools.ts";
import { openSession, startInstructions } from "./open-session.ts";
import { runLoop } from "./run-loop.ts";
import type { Host, RunScope } from "./run-scope.ts";
import { Runner } from "./runner.ts";
import type { Session } from "./session.ts";
import { skillsWithEvents } from "./skills-with-events.ts";
import { taskOutcome } from "./task-report.ts";

/** A runner on the options' session, with tools that work on the given workspace. */
export async function openRunner(
  options: AgentRunnerOptions,
  workspace: WorkspaceTools,
): Promise<AgentRunner> {
  const session = openSession(options);
  try {
    return await runnerOn(session, options, workspace);
  } catch (error) {
    session.close();
    throw error;
  }
}

async function runnerOn(
  session: Session,
  options: AgentRunnerOptions,
  workspace: WorkspaceTools,
): Promise<AgentRunner> {
  let governance = options.governance;
  const host: Host = {
    options,
    session,
    workspace,
    grants: new Grants(options.permissions),
    skills: skillsOf(options, session, undefined),
    governance: () => governance,
  };
  if (options.contextWindow === null && options.compaction.auto) {
    session.found(
      "window_unknown",
      "The model's window is unknown, so nothing is compacted by itself; set provider.contextWindow.",
    );
  }
  const tracker = await startInstructions(host);
  workspace.onBackgroundExit(({ id, exitCode }) => {
    try {
      session.emit({ type: "background.exited", id, exitCode });
    } catch {
      // It may end when the session is closed or its disk is full, and nobody called who could be told.
    }
  });
  const shared = toolsOf(host);
  const task = taskTool((prompt, context) => runTask(prompt, context, host));
  return new Runner(
    {
      ...host,
      run: undefined,
      conversation: session.view.main,
      governor: governorOf(host.governance),
      tracker,
      tools: byName([...shared, task]),
      memory: { compactFrom: 0, toldTooLarge: false },
    },
    (mode) => {
      governance = { ...governance, mode };
    },
  );
}

/** Work of a subagent: a history of its own in the same file, governed the same way. */
async function runTask(prompt: string, context: ToolContext, host: Host): Promise<ToolOutcome> {
  const { options, session } = host;
  const { callId, signal } = context;
  const run = options.createId();
  session.append({ type: "run", run, callId });
  const skills = skillsOf(options, session, run);
  const tracker = await startInstructions({ ...host, skills }, run);
  const scope: RunScope = {
    ...host,
    skills,
    run,
    conversation: session.view.run(run),
    governor: governorOf(host.governance),
    tracker,
    tools: byName(toolsOf({ ...host, skills })),
    signal,
    memory: { compactFrom: 0, toldTooLarge: false },
  };
  const messages = [{ text: prompt, injected: true }];
  const result = await runLoop({ kind: "task", messages }, scope);
  session.emit({ type: "task.finished", callId, end: result.end });
  return taskOutcome(result, scope.conversation, scope.tools);
}

/** All but `task`: a subagent starts no others. */
function toolsOf({ options, workspace, skills }: Host): readonly AgentTool[] {
  const { readOnly } = options.permissions;
  const offered = workspace.tools.filter(
    ({ effect }) => !readOnly || (effect !== "write" && effect !== "process"),
  );
  return [...offered, ...skillTools(skills), explainTool(options, workspace)];
}

function skillsOf(
  options: AgentRunnerOptions,
  session: Session,
  run: string | undefined,
): Host["skills"] {
  return skillsWithEvents(options.skills, ({ name, bytes }) => {
    session.emit({ type: "skill.loaded", name, bytes }, run);
  });
}

function byName(tools: readonly AgentTool[]): ReadonlyMap<string, AgentTool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
