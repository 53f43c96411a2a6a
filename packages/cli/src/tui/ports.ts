import type { SkillListReport, SkillOverride } from "@alisio/skills-discovery";
import { openRunner } from "../agent/open-runner.ts";
import type { OpenedRunner, RunnerFlags } from "../agent/runner-flags.ts";
import { type CommandContext, requireConfig } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { findSessions } from "../sessions.ts";
import { safePlace } from "./skill-rows.ts";
import type { Ports } from "./types.ts";

/** The rest of the program, as the interface needs it. */
export function createPorts(context: CommandContext, flags: RunnerFlags): Ports {
  let current = context;
  return {
    async open(sessionId, approve) {
      const opened = await openRunner(context, flags, {
        approve,
        ...(sessionId !== undefined && { sessionId }),
      });
      current = opened.context;
      return opened;
    },
    async listSessions() {
      const { sessions } = await findSessions(current, false);
      return sessions
        .filter(({ agent, isSubagent }) => agent === "alisio" && !isSubagent)
        .map(({ id, modifiedAtMs, title }) => ({ id, modifiedAtMs, title }));
    },
    skillsReport,
    setSkill,
    plugins: listPlugins,
    now: context.io.now,
  };
}

/** What is in force in the session, and what the catalog's budget makes of it. */
async function skillsReport({ runner, config }: OpenedRunner): Promise<SkillListReport> {
  const { buildCatalog, buildSkillReport } = await import("@alisio/skills-discovery/node");
  const { snapshot } = runner.skills;
  const { maxCharacters, maxEntries, pinned } = config.catalog;
  const contextWindowTokens = runner.context().window;
  const catalog = buildCatalog({
    snapshot,
    contextWindowTokens,
    maxCharacters,
    maxEntries,
    pinned,
  });
  return buildSkillReport({ snapshot, catalog });
}

async function setSkill(
  { runner, context }: OpenedRunner,
  name: string,
  value: SkillOverride,
): Promise<string> {
  const { setSkillOverride } = await import("@alisio/skills-discovery/overrides");
  const result = await setSkillOverride({
    target: "project",
    workspaceRoot: context.workspaceRoot,
    trustProject: context.trusted,
    name,
    value,
    snapshot: runner.skills.snapshot,
  });
  const [problem] = result.diagnostics;
  if (problem) throw new Error(`${context.showPath(problem.path)}: ${problem.message}`);
  // Another layer may win over the one that was written: what is in force is read again.
  const { skillOverrides } = await requireConfig(context);
  await runner.skills.refresh({ overrides: skillOverrides });
  const verb = value === "off" ? "switched off" : "switched on";
  const file = neutral(context.showPath(result.path));
  if (skillOverrides[name] !== value) {
    return `${neutral(name)}: saved in ${file}, but another configuration file wins (alisio config check)`;
  }
  return `${neutral(name)}: ${verb}, saved in ${file}`;
}

async function listPlugins({
  runner,
  config,
  context,
}: OpenedRunner): ReturnType<Ports["plugins"]> {
  if (config.plugins.length === 0) return { plugins: [], problems: [] };
  const { readPlugins } = await import("@alisio/skills-discovery/node");
  const { plugins, diagnostics } = await readPlugins({
    directories: config.plugins,
    homeDirectory: context.io.homeDirectory,
  });
  const { skills } = runner.skills.snapshot;
  return {
    plugins: plugins.map(({ id, roots }) => ({
      id,
      place: safePlace(context.showPath(roots[0] ?? "")),
      skills: skills.filter(({ plugin }) => plugin === id).length,
    })),
    problems: diagnostics.map(
      ({ path, message }) => `${safePlace(context.showPath(path))}: ${message}`,
    ),
  };
}
