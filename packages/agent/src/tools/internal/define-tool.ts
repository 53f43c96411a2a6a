import type {
  AgentTool,
  CallSubject,
  ToolContext,
  ToolEffect,
  ToolOutcome,
} from "../../types-tool.ts";
import type { WorkspaceToolLimits } from "../types-workspace-tools.ts";
import { type ArgumentsOf, checkArguments, type Parameters, schemaOf } from "./arguments.ts";
import type { BackgroundTasks } from "./background-tasks.ts";
import { failure, refuse } from "./outcome.ts";
import type { Places } from "./places.ts";
import type { RunProcess } from "./process-group.ts";

/** What the tools of one set share. */
export interface ToolHost {
  /** The places of one call: with the directories that were approved for it alone. */
  readonly placesFor: (directories: readonly string[]) => Places;
  readonly limits: WorkspaceToolLimits;
  readonly now: () => number;
  /** One change of files at a time, so that a hash that was checked is still true at the change. */
  readonly exclusively: <Value>(action: () => Promise<Value>) => Promise<Value>;
  readonly startProcess: RunProcess;
  readonly tasks: BackgroundTasks;
  isClosed(): boolean;
}

/** What one call works with. */
export interface CallContext extends ToolContext {
  readonly places: Places;
}

interface ToolSource<P extends Parameters> {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly parameters: P;
  subject(args: unknown): CallSubject;
  run(args: ArgumentsOf<P>, context: CallContext): Promise<ToolOutcome>;
}

/** A tool whose arguments are checked, and whose refusals are outcomes. */
export function defineTool<P extends Parameters>(host: ToolHost, source: ToolSource<P>): AgentTool {
  const { name, description, effect, parameters } = source;
  return {
    name,
    description,
    effect,
    parameters: schemaOf(parameters),
    subject: source.subject,
    execute: async (args, context) => {
      try {
        if (host.isClosed()) refuse("The session is closed; nothing was done.");
        throwIfAborted(context.signal);
        const places = host.placesFor(context.directories ?? []);
        return await source.run(checkArguments(parameters, args), { ...context, places });
      } catch (error) {
        return failure(error);
      }
    },
  };
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) refuse("Interrupted; nothing was changed.");
}

/** Says whether a search or a listing that begins now has taken too long. */
export function lateAfter({ now, limits }: ToolHost): () => boolean {
  const started = now();
  return () => now() - started > limits.maxSearchMs;
}
