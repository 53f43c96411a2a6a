import { readFileSync } from "node:fs";
import type { ModelClient } from "@alisio/agent";
import { type Config, DEFAULT_CONFIG } from "../config/defaults.ts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { storyScript } from "../stories.ts";
import { providerOf } from "./check-flags.ts";
import type { RunnerFlags } from "./runner-flags.ts";

type ProviderType = Config["provider"]["type"];

/** The model, and what a script says besides its turns. */
export interface ChosenModel {
  readonly client: ModelClient;
  readonly provider: ProviderType;
  /** The variable that the key was read from. */
  readonly keyName: string;
  /** Tokens; `null` where unknown. */
  readonly contextWindow: number | null;
  readonly maxOutputTokens: number | null;
  readonly script?: import("@alisio/agent/scripted").TurnScript;
}

/** What only some callers have. */
export interface ChooseModelOptions {
  /** Absolute path of a turn script; absent: the bundled story. */
  readonly scriptPath: string | undefined;
  /** The command that plays the demo, which needs neither key nor network, where this one is. */
  readonly demo: string;
}

/** The address and the key's variable of a provider whose own ones aren't configured. */
const PROVIDER_DEFAULTS = {
  "openai-compatible": DEFAULT_CONFIG.provider,
  anthropic: { baseURL: "https://api.anthropic.com/v1", apiKeyEnv: "ANTHROPIC_API_KEY" },
};

/**
 * Makes the client of the model that flags and configuration name.
 *
 * @throws CliError when none is named, its key is missing or the script can't be used
 */
export async function chooseModel(
  context: CommandContext,
  config: Config,
  flags: RunnerFlags,
  { scriptPath, demo }: ChooseModelOptions,
): Promise<ChosenModel> {
  const provider = providerOf(config, flags);
  if (provider === "scripted") return await scriptedModel(context, config, scriptPath);
  const { baseURL, apiKeyEnv } = endpointOf(config, provider);
  const isConfigured = config.provider.type === provider;
  const model = flags.model ?? (isConfigured ? config.provider.model : "");
  if (model === "") {
    throw new CliError(
      `no model is named: set "provider.model" (or give --model NAME) and put the key in ${apiKeyEnv}; without a key there is the demo: ${demo}`,
    );
  }
  const apiKey = context.io.environment[apiKeyEnv] ?? "";
  const usual = PROVIDER_DEFAULTS[provider].baseURL;
  if (apiKey === "" && baseURL === usual) {
    throw new CliError(
      `${apiKeyEnv} holds no key for ${neutral(baseURL)}: set it, name another variable in "provider.apiKeyEnv", or try the demo: ${demo}`,
    );
  }
  const { createModelClient } = await import("@alisio/agent/providers");
  return {
    client: createModelClient({
      type: provider,
      baseURL,
      model,
      ...(apiKey !== "" && { apiKey }),
    }),
    provider,
    keyName: apiKeyEnv,
    contextWindow: isConfigured ? config.provider.contextWindow : null,
    maxOutputTokens: isConfigured ? config.provider.maxOutputTokens : null,
  };
}

/** The configured address and variable, unless they are those of another provider. */
function endpointOf(
  config: Config,
  provider: Exclude<ProviderType, "scripted">,
): { readonly baseURL: string; readonly apiKeyEnv: string } {
  const own = PROVIDER_DEFAULTS[provider];
  const usual = DEFAULT_CONFIG.provider;
  const configured = config.provider;
  if (configured.type !== provider) return own;
  return {
    baseURL: configured.baseURL === usual.baseURL ? own.baseURL : configured.baseURL,
    apiKeyEnv: configured.apiKeyEnv === usual.apiKeyEnv ? own.apiKeyEnv : configured.apiKeyEnv,
  };
}

async function scriptedModel(
  context: CommandContext,
  config: Config,
  path: string | undefined,
): Promise<ChosenModel> {
  const { createScriptedModel, parseTurnScript } = await import("@alisio/agent/scripted");
  const file = path ?? storyScript();
  const shown = neutral(context.showPath(file));
  const { script, problems } = parseTurnScript(readScript(file, shown));
  const [first] = problems;
  if (script === undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    const place = first?.line === undefined ? "" : `:${first.line}:${first.column}`;
    throw new CliError(`${shown}${place}: ${neutral(first?.message ?? "not usable")}${more}`);
  }
  return {
    client: createScriptedModel(script),
    provider: "scripted",
    keyName: config.provider.apiKeyEnv,
    contextWindow: script.contextWindow ?? config.provider.contextWindow,
    maxOutputTokens: config.provider.maxOutputTokens,
    script,
  };
}

/** Larger than any story; keeps a wrong file from filling the memory. */
const MAX_SCRIPT_BYTES = 16 * 1024 * 1024;

function readScript(path: string, shown: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.length <= MAX_SCRIPT_BYTES) return bytes.toString("utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    throw new CliError(`--script: ${shown} can't be read (${code}); name a turn script's file`);
  }
  throw new CliError(`--script: ${shown} is over ${MAX_SCRIPT_BYTES} bytes; it can't be a script`);
}
