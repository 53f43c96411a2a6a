import type { ExplainAllOptions, WorkspaceExplanation } from "./types.ts";

export async function explainAll(_options: ExplainAllOptions): Promise<WorkspaceExplanation> {
  throw new Error("not written yet");
}
