/** Why a command that is at work is to end: a signal, or nobody reads what it prints. */
export type StopSignal = "SIGHUP" | "SIGINT" | "SIGTERM" | "SIGPIPE";

/** With what a stopped command ends, as shells give it: 128 and the signal's number. */
export const STOP_EXIT_CODES: Readonly<Record<StopSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
  SIGPIPE: 141,
};

/** Everything of the process that a command may use; tests give their own. */
export interface CommandIo {
  /** Results: nothing else is ever written there. */
  readonly stdout: (text: string) => void;
  /** Notes, progress and errors. */
  readonly stderr: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The process's working directory, absolute. */
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  /** Whether standard output is a terminal, and its width in columns where known. */
  readonly isTerminal: boolean;
  readonly isErrorTerminal: boolean;
  readonly columns: number | undefined;
  /** Milliseconds since 1970: for ages and for when a report was made. */
  readonly now: () => number;
  /**
   * Tells the listener when the command is to end, until it is given back; meanwhile the first signal
   * doesn't end the process, a second one does. Absent: nobody can say so.
   */
  readonly onStop?: (listener: (signal: StopSignal) => void) => () => void;
}
