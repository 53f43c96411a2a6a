import { demandArgument, takeOptions } from "./internal/arguments.ts";
import { openContext } from "./internal/context.ts";
import { FORGET, TRACKER } from "./internal/option-names.ts";
import { createMemory } from "./internal/tracker-memory.ts";
import { takeStep } from "./internal/tracker-step.ts";
import type {
  CreateInstructionTrackerOptions,
  InstructionTracker,
  StepOutcome,
  ToolCall,
} from "./tracker-types.ts";
import type { InstructionDiagnostic } from "./types.ts";

/**
 * Makes the tracker of one agent session. Told of the tool calls of each step before they run, it
 * says which instructions go to the model with which call, and which calls go back to the model
 * instead of running, because they touch paths whose rules it has not seen.
 *
 * Without `eager` and `state` no file counts as seen: the first touch attaches those of the session's
 * start as well.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `invalid_state`,
 * `not_a_directory`, `outside_workspace`
 * @example
 * ```ts
 * const tracker = await createInstructionTracker({ workspaceRoot, cwd, reader, sha256, eager });
 * const { calls } = await tracker.step([{ id: "1", effect: "read", paths: ["docs/a.md"] }]);
 * ```
 */
export async function createInstructionTracker(
  given: CreateInstructionTrackerOptions,
): Promise<InstructionTracker> {
  const options = takeOptions(given, TRACKER);
  const context = await openContext(options);
  const memory = createMemory(options);
  const reported = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const run = async (calls: readonly ToolCall[]): Promise<StepOutcome> => {
    const outcome = await takeStep(context, memory, calls);
    return { ...outcome, diagnostics: onlyNew(outcome.diagnostics, reported) };
  };
  return {
    step: async (calls) => {
      const told = checkCalls(calls);
      const result = last.then(() => run(told));
      last = result.catch(() => undefined);
      return await result;
    },
    forget: (forgotten = {}) => memory.forget(takeOptions(forgotten, FORGET)),
    saveState: () => memory.save(),
  };
}

function onlyNew(
  diagnostics: readonly InstructionDiagnostic[],
  reported: Set<string>,
): readonly InstructionDiagnostic[] {
  return diagnostics.filter(({ code, path, message }) => {
    const key = JSON.stringify([code, path, message]);
    const known = reported.has(key);
    reported.add(key);
    return !known;
  });
}

function checkCalls(calls: readonly ToolCall[]): readonly ToolCall[] {
  const wanted =
    "a list of calls, each with an id, an effect (read, write or process), and optional paths, command and cwd";
  demandArgument(() => Array.isArray(calls) && calls.every(isCall), "calls", calls, wanted);
  return calls.map((call) => ({ ...call }));
}

function isCall(call: ToolCall): boolean {
  const { id, effect, paths, command, cwd } = call;
  return (
    typeof id === "string" &&
    (effect === "read" || effect === "write" || effect === "process") &&
    (paths === undefined || Array.isArray(paths)) &&
    (command === undefined || typeof command === "string" || Array.isArray(command)) &&
    (cwd === undefined || typeof cwd === "string")
  );
}
