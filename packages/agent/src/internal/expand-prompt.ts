import {
  parseSkillCommand,
  type SkillSession,
  SkillsDiscoveryError,
} from "@alisio/skills-discovery";
import type { EventProblem } from "../types-event.ts";

/** What a prompt puts into the history: the user's own words, and what they call for. */
export interface ExpandedPrompt {
  readonly text: string;
  /** Put in by the agent after the user's words. */
  readonly injected?: string;
  /** Why the prompt can't be worked on. */
  readonly problem?: EventProblem;
}

const INIT = `Create or update the file AGENTS.md at the workspace root: instructions for coding agents that work here.

1. Look whether AGENTS.md exists: read it if it does.
2. Look at the project: its manifest, build and test commands, layout, and what its documentation says of conventions.
3. If the file exists, change it with edit_file only: keep every rule and every section that is there, correct what the project shows to be wrong, and add what is missing. Never write it anew.
4. If it doesn't exist, write it: the commands to build, test and lint, where things are, and rules that a newcomer would break. At most 120 lines, nothing that the code says by itself, nothing you did not verify.
5. Say what you added, changed, and left alone.`;

/** Expands `/skill:name ...` and `/init ...` at the beginning of a prompt. */
export async function expandPrompt(prompt: string, skills: SkillSession): Promise<ExpandedPrompt> {
  if (/^\s*\/init(?:\s|$)/.test(prompt)) return { text: prompt, injected: INIT };
  const command = parseSkillCommand(prompt);
  if (!command) return { text: prompt };
  try {
    const { name, body } = await skills.load(command.name, { caller: "user" });
    const injected = `The user called the skill ${JSON.stringify(name)}. Follow its instructions:\n\n${body}`;
    return { text: prompt, injected };
  } catch (error) {
    if (!SkillsDiscoveryError.isInstance(error)) throw error;
    return { text: prompt, problem: { code: error.code, message: error.message } };
  }
}
