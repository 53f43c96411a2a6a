import type { SkillListReport, SkillSnapshot } from "@alisio/skills-discovery";
import type { NodeDiscoverSkillsOptions } from "@alisio/skills-discovery/node";
import type { Config } from "./config/defaults.ts";
import { configHome } from "./config/homes.ts";
import { type CommandContext, requireConfig } from "./globals.ts";
import { neutral } from "./output/neutral.ts";

/** The skills in force here, and the configuration that says so. */
export interface DiscoveredSkills {
  readonly config: Config;
  readonly snapshot: SkillSnapshot;
}

/** Finds the skills in force; problems of plugins go to standard error and stop nothing. */
export async function discoverHere(context: CommandContext): Promise<DiscoveredSkills> {
  const config = await requireConfig(context);
  const { discoverSkills } = await import("@alisio/skills-discovery/node");
  return { config, snapshot: await discoverSkills(await discoverOptions(context, config)) };
}

/** What was found and what the model would see of it: the value of `skills list --json`. */
export async function listReport({ config, snapshot }: DiscoveredSkills): Promise<SkillListReport> {
  // ./node loads what judges files only once there is a skill; the root entry always does.
  const { buildCatalog, buildSkillReport } = await import("@alisio/skills-discovery/node");
  const { maxCharacters, maxEntries, pinned } = config.catalog;
  const contextWindowTokens = config.provider.contextWindow;
  const catalog = buildCatalog({
    snapshot,
    contextWindowTokens,
    maxCharacters,
    maxEntries,
    pinned,
  });
  return buildSkillReport({ snapshot, catalog });
}

/** For commands whose output does not list the roots. */
export function untrustedNote(): string {
  return "alisio: the project's own skills were left out: it is not trusted (--trust-project)\n";
}

/** Where to look, as flags and configuration say. */
export async function discoverOptions(
  context: CommandContext,
  config: Config,
): Promise<NodeDiscoverSkillsOptions> {
  return {
    cwd: context.cwd,
    workspaceRoot: context.workspaceRoot,
    trustProject: context.trusted,
    configRoots: config.skills,
    homeDirectory: context.io.homeDirectory,
    configHome: configHome(context.io),
    overrides: config.skillOverrides,
    plugins: await loadPlugins(context, config),
  };
}

async function loadPlugins(
  context: CommandContext,
  config: Config,
): Promise<NonNullable<NodeDiscoverSkillsOptions["plugins"]>> {
  if (config.plugins.length === 0) return [];
  const { readPlugins } = await import("@alisio/skills-discovery/node");
  const { plugins, diagnostics } = await readPlugins({
    directories: config.plugins,
    homeDirectory: context.io.homeDirectory,
  });
  for (const { path, message } of diagnostics) {
    context.io.stderr(`alisio: ${neutral(path)}: ${neutral(message)}\n`);
  }
  return plugins;
}
