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
import { toOptions } from "./node-options.ts";

export { readerOver } from "./node-reader.ts";

export async function resolveInstructions(
  options: NodeResolveInstructionsOptions,
): Promise<ResolvedInstructions> {
  return await resolveWith(await toOptions(options));
}

export async function explainPath(options: NodeExplainPathOptions): Promise<PathExplanation> {
  return await explainPathWith({ ...(await toOptions(options)), target: options.target });
}

export async function explainAll(options: NodeExplainAllOptions): Promise<WorkspaceExplanation> {
  const base = await toOptions(options);
  const { maxDirectories, onProgress } = options;
  return await explainAllWith({ ...base, maxDirectories, onProgress });
}

export async function createInstructionTracker(
  options: NodeCreateInstructionTrackerOptions,
): Promise<InstructionTracker> {
  const base = await toOptions(options);
  const { eager, state } = options;
  if (eager !== undefined || state !== undefined) {
    return await createTracker({ ...base, eager, state });
  }
  return await createTracker({ ...base, eager: await resolveWith(base) });
}
