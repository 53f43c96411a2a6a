import type { ToolProfile } from "@alisio/governor";
import { demandArgument } from "./internal/arguments.ts";

const PROFILES: Readonly<Record<string, () => Promise<{ readonly profile: ToolProfile }>>> = {
  alisio: () => import("@alisio/governor/profiles/alisio"),
  "claude-code": () => import("@alisio/governor/profiles/claude-code"),
  codex: () => import("@alisio/governor/profiles/codex"),
  "copilot-cli": () => import("@alisio/governor/profiles/copilot-cli"),
  "gemini-cli": () => import("@alisio/governor/profiles/gemini-cli"),
  opencode: () => import("@alisio/governor/profiles/opencode"),
  pi: () => import("@alisio/governor/profiles/pi"),
};

/** The agents whose tools are understood, in order of their names. */
export const TOOL_PROFILE_NAMES: readonly string[] = Object.keys(PROFILES);

/**
 * How an agent's tools are understood; `undefined` where nothing is known of them. Only the profile
 * that is asked for is loaded.
 *
 * @param agent - A name of {@link TOOL_PROFILE_NAMES}; any other text has no profile.
 *
 * @example
 * ```ts
 * const profile = await loadToolProfile("claude-code");
 * ```
 *
 * @throws TranscriptsError `invalid_argument`.
 */
export async function loadToolProfile(agent: string | undefined): Promise<ToolProfile | undefined> {
  if (agent !== undefined) {
    demandArgument(() => typeof agent === "string", "agent", agent, "a name");
  }
  const load = agent !== undefined && Object.hasOwn(PROFILES, agent) ? PROFILES[agent] : undefined;
  return load === undefined ? undefined : (await load()).profile;
}
