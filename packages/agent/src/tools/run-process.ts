import type { AgentTool, CallSubject } from "../types-tool.ts";
import { argumentOf, stringOf } from "./internal/arguments.ts";
import { defineTool, type ToolHost } from "./internal/define-tool.ts";
import { PROCESS_PARAMETERS, runCommand } from "./internal/run-command.ts";

const PARAMETERS = {
  command: { type: "string", required: true, description: "The program, without its arguments." },
  args: { type: "strings", description: "Its arguments, each as it is; no shell reads them." },
  ...PROCESS_PARAMETERS,
} as const;

/** `run_process`: a program with its arguments, without a shell. */
export function runProcessTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "run_process",
    description:
      "Runs a program with arguments, without a shell and without input, and gives stdout, stderr and " +
      "exitCode (null when a signal ended it). Long output loses its middle; truncated says so.",
    effect: "process",
    parameters: PARAMETERS,
    subject: (args): CallSubject => {
      const command = stringOf(args, "command");
      const cwd = stringOf(args, "cwd");
      const given = argumentOf(args, "args");
      const words = Array.isArray(given) ? given.filter((word) => typeof word === "string") : [];
      return {
        ...(command === undefined ? {} : { command: [command, ...words] }),
        ...(cwd === undefined ? {} : { cwd }),
      };
    },
    run: ({ command, args = [], cwd, timeoutMs, background }, context) =>
      runCommand(host, { command, args, cwd, timeoutMs, background }, context),
  });
}
