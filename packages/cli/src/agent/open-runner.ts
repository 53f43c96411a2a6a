import { join } from "node:path";
import type { AgentRunner } from "@alisio/agent";
import type { Config } from "../config/defaults.ts";
import { configHome, stateHome } from "../config/homes.ts";
import { CliError } from "../errors.ts";
import { type CommandContext, requireConfig } from "../globals.ts";
import { discoverHere } from "../skills.ts";
import { governanceOf, permissionsOf, providerOf } from "./check-flags.ts";
import { childEnvironment } from "./child-environment.ts";
import { type ChosenModel, chooseModel } from "./choose-model.ts";
import { type Demo, openDemo } from "./open-demo.ts";
import type { OpenedRunner, OpenRunnerOptions, RunnerFlags } from "./runner-flags.ts";

/**
 * Makes the agent that flags, configuration, environment and the skills found here describe. The
 * scripted provider without a script plays the bundled story in a throw-away copy of its workspace.
 *
 * @throws CliError for a flag or a setting that can't be followed, with one line that says what to do
 */
export async function openRunner(
  context: CommandContext,
  flags: RunnerFlags,
  options: OpenRunnerOptions = {},
): Promise<OpenedRunner> {
  const config = await requireConfig(context);
  const isDemo = providerOf(config, flags) === "scripted" && flags.script === undefined;
  if (!isDemo) return await open(context, config, flags, options, undefined);
  if (flags.readOnly === true) {
    throw new CliError("the bundled story writes and starts processes; leave out --read-only");
  }
  const demo = await openDemo(context);
  try {
    // Where nobody can be asked it is allowed: all that is done is bundled, the copy thrown away.
    const allowed = isAsked(options) ? flags : { ...flags, allowWrite: true, allowProcess: true };
    return await open(demo.context, await requireConfig(demo.context), allowed, options, demo);
  } catch (error) {
    demo.remove();
    throw error;
  }
}

async function open(
  context: CommandContext,
  config: Config,
  flags: RunnerFlags,
  options: OpenRunnerOptions,
  demo: Demo | undefined,
): Promise<OpenedRunner> {
  const permissions = permissionsOf(context, flags);
  const governance = governanceOf(config, flags);
  const model = await chooseModel(context, config, flags, {
    scriptPath: flags.script === undefined ? undefined : context.resolvePath(flags.script),
    demo: `${isAsked(options) ? "alisio" : "alisio run"} --provider scripted`,
  });
  const { snapshot } = await discoverHere(context);
  const { createSkillSession } = await import("@alisio/skills-discovery");
  const { createAgentRunner } = await import("@alisio/agent");
  const runner = await createAgentRunner({
    sessionsDirectory: join(stateHome(context.io), "sessions"),
    ...(options.sessionId !== undefined && { sessionId: options.sessionId }),
    cwd: context.cwd,
    workspace: context.workspace,
    configHome: configHome(context.io),
    homeDirectory: context.io.homeDirectory,
    model: model.client,
    contextWindow: model.contextWindow,
    maxOutputTokens: model.maxOutputTokens,
    governance: { ...governance, ...model.script?.governance, ...modeOf(flags, governance) },
    compaction: { ...config.compaction, ...model.script?.compaction },
    permissions,
    instructions: config.context,
    skills: createSkillSession({ snapshot }),
    catalog: config.catalog,
    ...(options.approve && { approve: options.approve }),
    environment: childEnvironment(context.io.environment, model.keyName),
    now: context.io.now,
    createId: () => crypto.randomUUID(),
  });
  if (options.sessionId === undefined) await setStanding(runner, flags, model);
  return {
    runner,
    context,
    config,
    provider: model.provider,
    model: model.client.model,
    notes: notesOf(demo, isAsked(options)),
    isThrowAway: demo !== undefined,
    scriptPrompt: model.script?.prompt,
    close: async () => {
      await runner.close();
      demo?.remove();
    },
  };
}

/** The terminal interface, where a person answers. */
function isAsked({ approve }: OpenRunnerOptions): boolean {
  return approve !== undefined;
}

/** A flag wins over what a script asks for. */
function modeOf(flags: RunnerFlags, { mode }: { mode: "off" | "shadow" | "on" }) {
  return flags.governor === undefined ? {} : { mode };
}

/** What a new session stands on from the first: it outlives every compaction. */
async function setStanding(
  runner: AgentRunner,
  flags: RunnerFlags,
  { script }: ChosenModel,
): Promise<void> {
  const goal = flags.goal ?? script?.goal;
  if (goal !== undefined) await runner.setGoal({ objective: goal, status: "active" });
  if (script?.plan) await runner.setPlan(script.plan);
  if (script?.criteria) await runner.setCriteria(script.criteria);
}

function notesOf(demo: Demo | undefined, asks: boolean): readonly string[] {
  if (demo === undefined) return [];
  // A script can't play on without the results that it was written for.
  const hint = asks ? ": allow what it asks for, a refusal ends the story" : "";
  return [
    `demo: a scripted model plays a bundled story in a throw-away copy of its workspace${hint}; --script FILE plays your own here`,
  ];
}
