import { statSync } from "node:fs";
import type { GovernanceSettings, Permissions } from "@alisio/agent";
import type { Config } from "../config/defaults.ts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import type { RunnerFlags } from "./runner-flags.ts";

type ProviderType = Config["provider"]["type"];

const PROVIDERS: readonly ProviderType[] = ["openai-compatible", "anthropic", "scripted"];
const MODES = ["off", "shadow", "on"] as const;

/** What may be written, run and looked at besides the workspace. */
export function permissionsOf(context: CommandContext, flags: RunnerFlags): Permissions {
  const readOnly = flags.readOnly === true;
  if (readOnly && (flags.allowWrite === true || flags.allowProcess === true)) {
    throw new CliError("give --read-only, or --allow-write and --allow-process, not both");
  }
  return {
    write: flags.allowWrite === true,
    process: flags.allowProcess === true,
    readOnly,
    directories: (flags.addDir ?? []).map((path) => {
      const directory = context.resolvePath(path);
      if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
      throw new CliError(`--add-dir: ${neutral(path)} is no directory; name an existing one`);
    }),
  };
}

/** The governor as configured, or in the mode of the flag. */
export function governanceOf(config: Config, flags: RunnerFlags): GovernanceSettings {
  const { governor, elide, policyVersion, invariants } = config.context;
  return {
    mode: flags.governor === undefined ? governor : governorMode(flags.governor),
    ...elide,
    ...(policyVersion !== undefined && { policyVersion }),
    maxInvariantCharacters: invariants.maxChars,
  };
}

/** The mode that `--governor` names. */
export function governorMode(given: string): GovernanceSettings["mode"] {
  return oneOf("--governor", given, MODES);
}

/** The provider that is asked for: by the flag, by naming a script, else by the configuration. */
export function providerOf(config: Config, flags: RunnerFlags): ProviderType {
  const named =
    flags.provider === undefined ? undefined : oneOf("--provider", flags.provider, PROVIDERS);
  if (flags.script === undefined) return named ?? config.provider.type;
  if (named === undefined || named === "scripted") return "scripted";
  throw new CliError(`--script is for the scripted provider alone; leave out --provider ${named}`);
}

function oneOf<T extends string>(flag: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given);
  if (found !== undefined) return found;
  throw new CliError(`${flag}: ${neutral(given)} is not one of ${allowed.join(", ")}`);
}
