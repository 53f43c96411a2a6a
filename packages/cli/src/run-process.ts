import { readFileSync, writeSync } from "node:fs";
import { userHome } from "./config/homes.ts";
import { type CommandIo, STOP_EXIT_CODES, type StopSignal } from "./io.ts";
import { main } from "./main.ts";
import { createProcessOutput } from "./process-output.ts";

/** Runs the command line of this process; leaves the exit code to the event loop's end. */
export async function runProcess(): Promise<void> {
  const stop = createStop();
  // A reader that went away (`alisio ... | head`) is not an error of ours.
  const onError = (error: NodeJS.ErrnoException): void => {
    // A command that holds processes or a session ends them first; what it prints goes nowhere.
    if (error.code === "EPIPE" && stop.tell("SIGPIPE")) return;
    if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
    try {
      writeSync(2, `alisio: the output can't be written (${error.code ?? error.message})\n`);
    } catch {
      // Standard error takes no more either: the exit code says it alone.
    }
    process.exit(2);
  };
  const output = createProcessOutput({ descriptor: 1, openStream: () => process.stdout, onError });
  const errors = createProcessOutput({ descriptor: 2, openStream: () => process.stderr, onError });
  const manifest = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as { version: string };
  const directory = workingDirectory();
  if (directory === undefined) {
    errors.write("alisio: the current directory is gone; go to one that is there\n");
    process.exitCode = 2;
    return;
  }
  process.exitCode = await main(process.argv.slice(2), manifest.version, {
    stdout: output.write,
    stderr: errors.write,
    environment: process.env,
    workingDirectory: directory,
    homeDirectory: userHome(process.env),
    isTerminal: output.isTerminal,
    isErrorTerminal: errors.isTerminal,
    columns: output.columns,
    now: Date.now,
    onStop: (listener) => {
      // Whoever is to be told must not be held up by a write.
      output.release();
      errors.release();
      return stop.onStop(listener);
    },
  });
}

/** `undefined`: it was removed since. */
function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** A terminal that is closed says so by SIGHUP; what the agent started must not outlive it. */
const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** Signals of the process as one listener gets them; without one they end the process, as always. */
function createStop(): {
  readonly onStop: NonNullable<CommandIo["onStop"]>;
  /** Whether somebody was told, now or before. */
  readonly tell: (signal: StopSignal) => boolean;
} {
  const listeners = new Set<(signal: StopSignal) => void>();
  let isTold = false;
  const tell = (signal: StopSignal): boolean => {
    isTold ||= listeners.size > 0;
    for (const listener of [...listeners]) listener(signal);
    return isTold;
  };
  const onStop: NonNullable<CommandIo["onStop"]> = (listener) => {
    let isAsked = false;
    const told = (signal: StopSignal): void => {
      // Asked twice: an exit, and not the signal's own end, takes the agent's processes along.
      if (isAsked) process.exit(STOP_EXIT_CODES[signal]);
      isAsked = true;
      tell(signal);
    };
    listeners.add(listener);
    for (const signal of SIGNALS) process.on(signal, told);
    return () => {
      listeners.delete(listener);
      for (const signal of SIGNALS) process.off(signal, told);
    };
  };
  return { onStop, tell };
}
