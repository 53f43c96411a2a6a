import { setTimeout as wait } from "node:timers/promises";
import type { Message } from "@alisio/governor/message";
import type { ToolDefinition } from "../types-model.ts";
import type { AgentRunnerOptions } from "../types-runner.ts";
import type { AgentTool } from "../types-tool.ts";
import type { Sleep } from "./ask-model.ts";

/** Tools as the model is told of them. */
export function definitionsOf(tools: ReadonlyMap<string, AgentTool>): readonly ToolDefinition[] {
  return [...tools.values()].map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }));
}

/** The messages, with the invariants block last where there is one. */
export function withBlock(
  messages: readonly Message[],
  block: string | undefined,
): readonly Message[] {
  return block === undefined ? messages : [...messages, { role: "user", text: block }];
}

export function sleepOf({ sleep }: AgentRunnerOptions): Sleep {
  return sleep ?? ((ms, { signal }) => wait(ms, undefined, { signal }));
}
