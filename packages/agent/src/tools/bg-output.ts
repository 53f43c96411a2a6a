import type { AgentTool, CallSubject } from "../types-tool.ts";
import { defineTool, type ToolHost } from "./internal/define-tool.ts";
import { success } from "./internal/outcome.ts";
import { statusOf } from "./internal/task-status.ts";
import { DEFAULT_POLL_CHARACTERS, MAX_POLL_CHARACTERS } from "./limits.ts";

const PARAMETERS = {
  id: { type: "string", required: true, description: "Id of the background task." },
  offset: {
    type: "integer",
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "Where to read from: next_offset of the result before. Default 0, the beginning.",
  },
  limit: {
    type: "integer",
    minimum: 1,
    maximum: MAX_POLL_CHARACTERS,
    description: `Most characters to give. Default ${DEFAULT_POLL_CHARACTERS}.`,
  },
} as const;

/** `bg_output`: what a background task printed to stdout and stderr, as it came. */
export function bgOutputTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "bg_output",
    description:
      "Reads the output of a background task from offset. eof is true when the task has ended and all " +
      "of it was read. Of very long output the beginning is dropped; dropped says how many characters.",
    effect: "none",
    parameters: PARAMETERS,
    subject: (): CallSubject => ({}),
    run: async ({ id, offset = 0, limit = DEFAULT_POLL_CHARACTERS }) => {
      const task = host.tasks.get(id);
      const { text, nextOffset, dropped } = task.output.read(offset, limit);
      return success({
        id,
        ...statusOf(task),
        text,
        next_offset: nextOffset,
        eof: task.end !== undefined && nextOffset === task.output.length,
        ...(dropped === 0 ? {} : { dropped }),
      });
    },
  });
}
