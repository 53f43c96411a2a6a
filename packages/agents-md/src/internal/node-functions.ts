import { createInstructionTracker as createTracker } from "../create-instruction-tracker.ts";
import { explainAll as explainAllWith } from "../explain-all.ts";
import { explainPath as explainPathWith } from "../explain-path.ts";
import type {
  NodeCreateInstructionTrackerOptions,
  NodeExplainAllOptions,
  NodeExplainPathOptions,
  NodeResolveInstructionsOptions,
} from "../node-types.ts";
import { resolveInstructions as resolveWith } from "../resolve-instructions.ts";
import type { InstructionTracker } from "../tracker-types.ts";
import type { PathExplanation, ResolvedInstructions, WorkspaceExplanation } from "../types.ts";
import { takeOptions } from "./arguments.ts";
import { toOptions } from "./node-options.ts";
import { NODE_EXPLAIN_ALL, NODE_EXPLAIN_PATH, NODE_RESOLVE, NODE_TRACKER } from "./option-names.ts";

export { readerOver } from "./node-reader.ts";

export async function resolveInstructions(
  given: NodeResolveInstructionsOptions,
): Promise<ResolvedInstructions> {
  const options = takeOptions(given, NODE_RESOLVE);
  return await resolveWith(await toOptions(options));
}

export async function explainPath(given: NodeExplainPathOptions): Promise<PathExplanation> {
  const options = takeOptions(given, NODE_EXPLAIN_PATH);
  return await explainPathWith({ ...(await toOptions(options)), target: options.target });
}

export async function explainAll(given: NodeExplainAllOptions): Promise<WorkspaceExplanation> {
  const options = takeOptions(given, NODE_EXPLAIN_ALL);
  const base = await toOptions(options);
  const { maxDirectories, onProgress } = options;
  return await explainAllWith({ ...base, maxDirectories, onProgress });
}

export async function createInstructionTracker(
  given: NodeCreateInstructionTrackerOptions,
): Promise<InstructionTracker> {
  const options = takeOptions(given, NODE_TRACKER);
  const base = await toOptions(options);
  const { eager, state } = options;
  if (eager !== undefined || state !== undefined) {
    return await createTracker({ ...base, eager, state });
  }
  return await createTracker({ ...base, eager: await resolveWith(base) });
}
