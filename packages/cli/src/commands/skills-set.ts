import type { SkillSnapshot } from "@alisio/skills-discovery";
import { configHome } from "../config/homes.ts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { discoverHere } from "../skills.ts";

/** `alisio skills enable` and `disable`: writes one override and says where it holds. */
export async function skillsSet(
  context: CommandContext,
  name: string,
  verb: "enable" | "disable",
  user: boolean,
): Promise<number> {
  if (!user && !context.trusted) {
    throw new CliError(
      `skills ${verb}: the project is not trusted, so its .alisio/config.json is neither read nor written; add --trust-project, or --user to write your own configuration`,
    );
  }
  const { snapshot } = await discoverHere(context);
  const { setSkillOverride } = await import("@alisio/skills-discovery/overrides");
  const value = verb === "enable" ? "on" : "off";
  // Without trust the project's skills aren't known: any name may be one of theirs.
  const isKnown = snapshot.skills.some(
    (skill) => skill.name === name || skill.displayName === name,
  );
  const result = await setSkillOverride({
    name,
    value,
    ...((isKnown || context.trusted) && { snapshot }),
    ...(user
      ? { target: "user", configHome: configHome(context.io) }
      : { target: "project", workspaceRoot: context.workspaceRoot, trustProject: context.trusted }),
  });
  const [problem] = result.diagnostics;
  if (problem) throw new CliError(`${neutral(problem.path)}: ${neutral(problem.message)}`);

  // Another layer may win over the one that was written: the user has to be told.
  const after = await discoverHere(context);
  const inForce = after.config.skillOverrides[name];
  const file = context.showPath(result.path);
  if (context.json) {
    context.writeJson({
      schemaVersion: 1,
      name,
      override: value,
      inForce,
      file,
      changed: result.changed,
    });
    return 0;
  }
  const done = result.changed ? `${verb}d` : `already ${verb}d`;
  const holds = user ? "" : "; a project's override holds in trusted runs (--trust-project)";
  context.io.stdout(`${neutral(name)}: ${done} in ${neutral(file)}${holds}\n`);
  if (verb === "enable") context.io.stderr(stillNotEnabled(after.snapshot, name));
  if (inForce !== value) {
    context.io.stderr(
      `alisio: another configuration file sets it to "${inForce}", which wins here (alisio config check)\n`,
    );
  }
  return 0;
}

/** What keeps a skill from the model although its name is enabled; empty where nothing does. */
function stillNotEnabled({ skills }: SkillSnapshot, name: string): string {
  const own = skills.filter((skill) => skill.name === name || skill.displayName === name);
  const [first] = own;
  if (!first || own.some((skill) => skill.status === "enabled")) return "";
  return `alisio: the model still does not see it: ${neutral(first.reason ?? first.status)}\n`;
}
