import type { InstructionTracker, TrackerOptions } from "./tracker-types.ts";

export async function createInstructionTracker(
  _options: TrackerOptions,
): Promise<InstructionTracker> {
  throw new Error("not written yet");
}
