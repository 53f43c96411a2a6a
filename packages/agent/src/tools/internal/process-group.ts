import { type ChildProcess, spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { refuse, shown, systemReason } from "./outcome.ts";

/** What to run. */
interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  /** An existing directory, absolute. */
  readonly cwd: string;
  /** Takes the output as it comes, decoded. */
  readonly onOutput: (stream: "stdout" | "stderr", text: string) => void;
}

/** How a process ended. */
export interface ProcessEnd {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A process with all that it started and that didn't leave its group. */
export interface RunningProcess {
  /** Resolves once the process is gone, its output read and its group ended. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the group: SIGTERM, and SIGKILL when that isn't enough in time. */
  stop(): void;
  /** Ends the group at once, without waiting. */
  kill(): void;
}

/** Starts a process; rejects when it can't be started. */
export type RunProcess = (request: ProcessRequest) => Promise<RunningProcess>;

export interface ProcessGroupOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From SIGTERM to SIGKILL, in milliseconds. */
  readonly killGraceMs: number;
}

/** How long output may come after the process is gone, in milliseconds: what is in the pipes. */
const DRAIN_MS = 250;

/**
 * Starts processes, each with a group of its own and no input. When the process is gone its group is
 * ended with it: what is to live on belongs into the background.
 */
export function createProcessStarter({
  environment,
  killGraceMs,
}: ProcessGroupOptions): RunProcess {
  return async ({ command, args, cwd, onOutput }) => {
    const child = startChild(command, args, { cwd, environment });
    for (const stream of ["stdout", "stderr"] as const) readOutput(child, stream, onOutput);
    let isStopping = false;
    // What is told to end may still say so.
    const ended = endOf(child, () => (isStopping ? killGraceMs : DRAIN_MS));
    await started(child, command);
    return {
      ended,
      stop: () => {
        if (isStopping) return;
        isStopping = true;
        signalGroup(child, "SIGTERM");
        const timer = setTimeout(() => signalGroup(child, "SIGKILL"), killGraceMs);
        void ended.then(() => clearTimeout(timer));
      },
      kill: () => signalGroup(child, "SIGKILL"),
    };
  };
}

function startChild(
  command: string,
  args: readonly string[],
  { cwd, environment }: { readonly cwd: string } & Pick<ProcessGroupOptions, "environment">,
): ChildProcess {
  if ([command, ...args].some((text) => text.includes("\0"))) {
    refuse("The command holds a NUL character, which no program can be given.");
  }
  try {
    return spawn(command, args, {
      cwd,
      env: { ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  } catch (error) {
    return refuseStart(command, error);
  }
}

function started(child: ChildProcess, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => {
      try {
        refuseStart(command, error);
      } catch (refusal) {
        reject(refusal);
      }
    });
  });
}

function refuseStart(command: string, error: unknown): never {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  const reason = isMissing ? "there is no such program" : systemReason(error);
  if (reason === undefined) throw error;
  refuse(`${shown(command)} could not be started: ${reason}.`);
}

function readOutput(
  child: ChildProcess,
  stream: "stdout" | "stderr",
  onOutput: ProcessRequest["onOutput"],
): void {
  const decoder = new StringDecoder("utf8");
  const give = (text: string): void => {
    if (text !== "") onOutput(stream, text);
  };
  child[stream]?.on("data", (chunk: Buffer) => give(decoder.write(chunk)));
  child[stream]?.once("close", () => give(decoder.end()));
  child[stream]?.on("error", () => undefined);
}

/**
 * Waits for the process and for its output. What keeps the pipes open after the process is ended
 * with the group; what left the group is no longer listened to.
 */
function endOf(child: ChildProcess, drainMs: () => number): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, signal) => {
      const timers = [
        setTimeout(() => signalGroup(child, "SIGKILL"), drainMs()),
        setTimeout(() => {
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, drainMs() + DRAIN_MS),
      ];
      child.once("close", () => {
        for (const timer of timers) clearTimeout(timer);
        signalGroup(child, "SIGKILL");
        resolve({ exitCode, signal });
      });
    });
  });
}

function signalGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") endTree(child.pid);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone.
  }
}

/** Windows knows no groups; its own tool ends a process with those that it started. */
function endTree(processId: number): void {
  spawn("taskkill", ["/pid", String(processId), "/t", "/f"], {
    stdio: "ignore",
    windowsHide: true,
  }).on("error", () => undefined);
}
