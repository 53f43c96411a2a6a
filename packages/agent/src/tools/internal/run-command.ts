import { stat } from "node:fs/promises";
import type { ToolContext, ToolOutcome } from "../../types-tool.ts";
import { BoundedText } from "./bounded-text.ts";
import type { CallContext, ToolHost } from "./define-tool.ts";
import { refuse, shown, success } from "./outcome.ts";
import type { Places } from "./places.ts";
import type { RunningProcess } from "./process-group.ts";

/** The arguments that every call for a process may have. */
export const PROCESS_PARAMETERS = {
  cwd: {
    type: "string",
    description:
      "Directory to run in, relative to the workspace root; else where the session began.",
  },
  timeoutMs: {
    type: "integer",
    minimum: 1,
    // Number.MAX_SAFE_INTEGER: declarations are made from the text alone.
    maximum: 9_007_199_254_740_991,
    description: "Ends it after so many milliseconds. Default two minutes; in the background none.",
  },
  background: {
    type: "boolean",
    description: "true gives its id at once: bg_output reads what it prints, bg_stop ends it.",
  },
} as const;

/** A process that a model asked for. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly background: boolean | undefined;
}

/** Runs a process to its end, or starts it in the background. */
export async function runCommand(
  host: ToolHost,
  command: Command,
  context: CallContext,
): Promise<ToolOutcome> {
  const { maxProcessTimeoutMs } = host.limits;
  if (command.timeoutMs !== undefined && command.timeoutMs > maxProcessTimeoutMs) {
    refuse(`timeoutMs is at most ${maxProcessTimeoutMs}; longer tasks belong into the background.`);
  }
  const cwd = await directoryOf(context.places, command.cwd);
  return command.background
    ? await runBehind(host, { ...command, cwd })
    : await runToEnd(host, { ...command, cwd }, context);
}

async function directoryOf(places: Places, written: string | undefined): Promise<string> {
  if (written === undefined) return places.cwd;
  const { real, missing } = await places.locateInside(written);
  if (missing.length > 0) await places.refuseMissing(written, "name a directory to run in");
  if (!(await stat(real)).isDirectory()) refuse(`${shown(written)} is no directory to run in.`);
  return real;
}

async function runToEnd(
  host: ToolHost,
  command: Command & { readonly cwd: string },
  { signal, onOutput }: ToolContext,
): Promise<ToolOutcome> {
  const { maxOutputCharacters, processTimeoutMs } = host.limits;
  const outputs = {
    stdout: new BoundedText(maxOutputCharacters),
    stderr: new BoundedText(maxOutputCharacters),
  };
  const process = await host.startProcess({
    ...command,
    onOutput: (stream, text) => {
      outputs[stream].append(text);
      onOutput?.(text);
    },
  });
  const timeoutMs = command.timeoutMs ?? processTimeoutMs;
  const { isTimedOut, end } = await watch(process, { signal, timeoutMs });
  const { stdout, stderr } = outputs;
  const result = {
    stdout: stdout.text(),
    stderr: stderr.text(),
    exitCode: end.exitCode,
    truncated: stdout.isCut || stderr.isCut,
    ...(end.signal === null ? {} : { signal: end.signal }),
    ...(isTimedOut ? { timedOut: true } : {}),
  };
  if (!signal.aborted) return { ...success(result), isError: isTimedOut };
  return { ...success({ ...result, interrupted: true }), isError: true };
}

/** Waits for the end of a process, which the signal and the time-out bring about. */
async function watch(
  process: RunningProcess,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<{ readonly isTimedOut: boolean; readonly end: Awaited<RunningProcess["ended"]> }> {
  let isTimedOut = false;
  const stop = (): void => process.stop();
  const timer = setTimeout(() => {
    isTimedOut = true;
    stop();
  }, timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const end = await process.ended;
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  return { isTimedOut, end };
}

async function runBehind(
  host: ToolHost,
  command: Command & { readonly cwd: string },
): Promise<ToolOutcome> {
  const { id, process } = await host.tasks.start((append) =>
    host.startProcess({
      ...command,
      onOutput: (_stream, text) => append(text),
    }),
  );
  if (command.timeoutMs !== undefined) {
    const timer = setTimeout(() => process.stop(), command.timeoutMs);
    void process.ended.then(() => clearTimeout(timer));
  }
  return success({ id, status: "running" });
}
