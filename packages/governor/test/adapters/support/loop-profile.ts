import type { Observation, ToolCall, ToolProfile } from "../../../src/index.ts";

/** The tools of a plain loop, as the recorded sessions of the SDKs have them. */
export const profile: ToolProfile = (call, { text }) => {
  const observation =
    text === null || typeof call.args !== "object" ? undefined : observe(call, text);
  return observation ? [observation] : [];
};

interface LoopArgs {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly pattern: string;
  readonly job: string;
}

function observe({ name, args }: ToolCall, text: string): Observation | undefined {
  const { path, offset, limit, pattern, job } = (args ?? {}) as LoopArgs;
  switch (name) {
    case "read_file": {
      const rangeKey = offset === undefined ? undefined : `${offset}+${limit}`;
      return { kind: "read", path, startLine: offset, limit, compareText: text, rangeKey };
    }
    case "edit_file":
    case "write_file":
      return { kind: "change", path };
    case "grep":
      return { kind: "search", pattern, argumentsKey: JSON.stringify(args), matchesKey: text };
    case "job_output":
      return { kind: "background", taskId: job, offset: 0, limit: 0, isEmpty: false };
    default:
      return undefined;
  }
}
