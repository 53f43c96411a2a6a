/** Ends a command with one line on standard error and this exit code. */
export class CliError extends Error {
  /** 1: what was asked to be judged failed; 2: wrong usage or unreadable input. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.name = "CliError";
    this.exitCode = exitCode;
  }
}
