import { AgentsMdError } from "@alisio/agents-md";
import { explainPath } from "@alisio/agents-md/node";
import { createSkillTools, type SkillSession } from "@alisio/skills-discovery";
import { searchSkills } from "@alisio/skills-discovery/search";
import type { WorkspaceTools } from "../tools/types-workspace-tools.ts";
import type { AgentRunnerOptions } from "../types-runner.ts";
import type { AgentTool, CallSubject, ToolContext, ToolOutcome } from "../types-tool.ts";
import { isObject } from "./stored-values.ts";

const NOTHING: CallSubject = {};

/** `skill_load`, `skill_resource` and `skill_search`. */
export function skillTools(session: SkillSession): readonly AgentTool[] {
  return createSkillTools({ session, search: searchSkills }).map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    effect: "none",
    subject: () => NOTHING,
    execute: async (args) => await tool.execute(isObject(args) ? args : {}),
  }));
}

/** `context_explain`: the value that `alisio context explain --json` prints. */
export function explainTool(options: AgentRunnerOptions, workspace: WorkspaceTools): AgentTool {
  const { cwd, workspace: workspaceRoot, configHome, instructions } = options;
  return {
    name: "context_explain",
    description: "Says which instruction files (AGENTS.md) apply to a path, and why.",
    parameters: objectSchema({
      path: { type: "string", description: "Relative to the workspace root; need not exist." },
    }),
    effect: "none",
    subject: () => NOTHING,
    execute: async (args) => {
      const path = isObject(args) ? args["path"] : undefined;
      if (typeof path !== "string") return failure("path has to be a string.");
      const target = workspace.resolvePath(path) + (path.endsWith("/") ? "/" : "");
      const { claudeMdFallback, maxBytes } = instructions;
      try {
        const explained = await explainPath({
          cwd,
          workspaceRoot,
          configHome,
          claudeMdFallback,
          maxBytes,
          target,
        });
        return { text: JSON.stringify(explained), isError: false };
      } catch (error) {
        if (AgentsMdError.isInstance(error)) return failure(error.message);
        throw error;
      }
    },
  };
}

/** Starts a subagent and waits for its end. */
export type StartTask = (prompt: string, context: ToolContext) => Promise<ToolOutcome>;

/** `task`: work that a subagent does with a history of its own. */
export function taskTool(start: StartTask): AgentTool {
  return {
    name: "task",
    description:
      "Gives a piece of work to a subagent with a conversation of its own, and returns its answer. It knows nothing of this conversation: say all that it needs.",
    parameters: objectSchema({
      prompt: { type: "string", description: "The work, and what the answer should say." },
    }),
    effect: "none",
    subject: () => NOTHING,
    execute: async (args, context) => {
      const prompt = isObject(args) ? args["prompt"] : undefined;
      if (typeof prompt !== "string" || prompt.trim() === "") {
        return failure("prompt has to be a text.");
      }
      return await start(prompt, context);
    },
  };
}

function objectSchema(
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

function failure(text: string): ToolOutcome {
  return { text, isError: true };
}
