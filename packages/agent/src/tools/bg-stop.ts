import type { AgentTool, CallSubject } from "../types-tool.ts";
import { defineTool, type ToolHost } from "./internal/define-tool.ts";
import { success } from "./internal/outcome.ts";
import { statusOf } from "./internal/task-status.ts";

const PARAMETERS = {
  id: { type: "string", required: true, description: "Id of the background task." },
} as const;

/** `bg_stop`: ends a background task with all that it started. */
export function bgStopTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "bg_stop",
    description:
      "Ends a background task with its whole process group. Its output can still be read.",
    effect: "process",
    parameters: PARAMETERS,
    subject: (): CallSubject => ({}),
    run: async ({ id }) => {
      const task = host.tasks.get(id);
      await host.tasks.stop(task);
      return success({ id, ...statusOf(task) });
    },
  });
}
