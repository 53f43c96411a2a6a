import type { AgentTool, CallSubject } from "../types-tool.ts";
import { stringOf } from "./internal/arguments.ts";
import { defineTool, type ToolHost } from "./internal/define-tool.ts";
import { PROCESS_PARAMETERS, runCommand } from "./internal/run-command.ts";

const PARAMETERS = {
  command: { type: "string", required: true, description: "The command line." },
  ...PROCESS_PARAMETERS,
} as const;

/** `shell`: a command line, read by the system's own shell. */
export function shellTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "shell",
    description:
      "Runs a command line with /bin/sh (cmd.exe on Windows), without input, and gives stdout, stderr " +
      "and exitCode (null when a signal ended it). What it leaves running ends with it; use background " +
      "for that. Long output loses its middle; truncated says so.",
    effect: "process",
    parameters: PARAMETERS,
    subject: (args): CallSubject => {
      const command = stringOf(args, "command");
      const cwd = stringOf(args, "cwd");
      return {
        ...(command === undefined ? {} : { command }),
        ...(cwd === undefined ? {} : { cwd }),
      };
    },
    run: ({ command, ...rest }, context) => {
      const { cwd, timeoutMs, background } = rest;
      return runCommand(host, { ...shellOf(command), cwd, timeoutMs, background }, context);
    },
  });
}

function shellOf(line: string): { readonly command: string; readonly args: readonly string[] } {
  return process.platform === "win32"
    ? { command: "cmd.exe", args: ["/d", "/s", "/c", line] }
    : { command: "/bin/sh", args: ["-c", line] };
}
