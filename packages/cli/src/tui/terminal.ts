import { writeSync } from "node:fs";
import { createKeyDecoder, type Key } from "./keys.ts";

/** The terminal's input while the interface has it. */
export interface Terminal {
  onKey(listener: (key: Key) => void): void;
  /** Gives the terminal to the shell until the process goes on (Ctrl-Z). */
  suspend(onResume: () => void): void;
  /** Puts every mode back as it was found. Can be called more than once, at any moment. */
  restore(): void;
}

/** A lone Escape is a key once this time has passed: what begins a sequence comes with the rest of it. */
const ESCAPE_WAIT_MS = 30;
const PASTE_ON = "\u001b[?2004h";
/** Bracketed paste off, synchronised output ended, colours off, cursor shown. */
const RESTORE = "\u001b[?2004l\u001b[?2026l\u001b[0m\u001b[?25h";

/** What was typed before the terminal was taken has come by then. */
const TYPED_AHEAD_MS = 100;

/**
 * Takes the terminal: raw mode and bracketed paste. They are put back when the process ends, however
 * it ends, short of a kill that no process can see.
 */
export function openTerminal(
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  onEnd: () => void,
): Terminal {
  const decoder = createKeyDecoder();
  const listeners: ((key: Key) => void)[] = [];
  let escapeTimer: NodeJS.Timeout | undefined;
  let isOpen = true;
  const emit = (keys: readonly Key[]): void => {
    for (const key of keys) for (const listener of listeners) listener(key);
  };
  let isTypedAhead = true;
  const onData = (chunk: string): void => {
    clearTimeout(escapeTimer);
    emit(decoder.push(isTypedAhead ? withEnter(chunk) : chunk));
    isTypedAhead = false;
    if (decoder.isWaiting) escapeTimer = setTimeout(() => emit(decoder.flush()), ESCAPE_WAIT_MS);
  };
  const enter = (): void => {
    stdin.setRawMode(true);
    stdout.write(PASTE_ON);
  };
  const leave = (): void => {
    try {
      stdin.setRawMode(false);
    } catch {
      // The terminal is gone: there is nothing to put back.
    }
    // Synchronously: after this the process may end at once.
    writeNow(stdout, RESTORE);
  };
  const restore = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(escapeTimer);
    stdin.off("data", onData);
    stdin.off("end", onEnd);
    stdin.pause();
    process.off("exit", restore);
    leave();
  };
  process.on("exit", restore);
  stdin.setEncoding("utf8");
  stdin.on("data", onData);
  stdin.on("end", onEnd);
  enter();
  const endTypedAhead = (): void => {
    isTypedAhead = false;
  };
  // Counted from when nothing keeps the process from reading: the first frame takes its time.
  setTimeout(() => setTimeout(endTypedAhead, TYPED_AHEAD_MS).unref(), 0).unref();
  return {
    onKey: (listener) => void listeners.push(listener),
    suspend(onResume) {
      if (process.platform === "win32") return;
      leave();
      process.once("SIGCONT", () => {
        if (!isOpen) return;
        enter();
        onResume();
      });
      process.kill(process.pid, "SIGTSTP");
    },
    restore,
  };
}

/**
 * Until the terminal is raw it makes a line feed of Enter. One at the end was Enter; where there are
 * several, nothing is sent: somebody has pasted.
 */
function withEnter(chunk: string): string {
  return chunk.indexOf("\n") === chunk.length - 1 ? `${chunk.slice(0, -1)}\r` : chunk;
}

function writeNow(stdout: NodeJS.WriteStream, text: string): void {
  const { fd } = stdout as NodeJS.WriteStream & { readonly fd?: number };
  try {
    if (fd === undefined) stdout.write(text);
    else writeSync(fd, text);
  } catch {
    // A terminal that was closed takes nothing more.
  }
}

/** Exit code after a signal, as shells know it. */
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** How long the session's file and background tasks have to be closed after a signal. */
const CLOSE_WAIT_MS = 2000;

/**
 * Ends the process properly after a signal or an error that nobody caught: the terminal first, then
 * the session, then the exit code. Gives back what takes the handlers away.
 */
export function onFatal(options: {
  readonly restore: () => void;
  readonly close: () => Promise<void>;
  readonly report: (text: string) => void;
  /** Gets SIGINT in place of the end, where the terminal's Ctrl+C comes as that. */
  readonly onInterrupt?: () => void;
}): () => void {
  let isEnding = false;
  const end = (code: number): void => {
    options.restore();
    if (isEnding) return;
    isEnding = true;
    const leave = (): never => process.exit(code);
    setTimeout(leave, CLOSE_WAIT_MS).unref();
    options.close().then(leave, leave);
  };
  const onSignal = (signal: keyof typeof SIGNAL_NUMBERS): void => {
    if (signal === "SIGINT" && options.onInterrupt) options.onInterrupt();
    else end(128 + SIGNAL_NUMBERS[signal]);
  };
  const onError = (error: unknown): void => {
    options.restore();
    options.report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    end(1);
  };
  const signals = Object.keys(SIGNAL_NUMBERS) as (keyof typeof SIGNAL_NUMBERS)[];
  for (const signal of signals) process.on(signal, onSignal);
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off("uncaughtException", onError);
    process.off("unhandledRejection", onError);
  };
}
