import type { RunResult } from "@alisio/agent";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { STOP_EXIT_CODES, type StopSignal } from "../io.ts";
import { neutral } from "../output/neutral.ts";
import { createEventPrinter } from "./event-printer.ts";
import { openRunner } from "./open-runner.ts";
import type { OpenedRunner, RunnerFlags } from "./runner-flags.ts";

/** The flags of `alisio run` and `alisio resume`. */
export interface AgentOptions extends RunnerFlags {
  /** Transient events, too. */
  readonly deltas?: boolean;
}

/**
 * Opens the agent, has it work with everything shown, and closes it. A signal ends the run so that
 * the session can be resumed.
 */
export async function runAgent(
  context: CommandContext,
  options: AgentOptions,
  sessionId: string | undefined,
  work: (opened: OpenedRunner, signal: AbortSignal) => Promise<RunResult>,
): Promise<number> {
  if (options.deltas === true && !context.json) {
    throw new CliError("--deltas is for --json: without it text is shown as it is complete");
  }
  const controller = new AbortController();
  let stoppedBy: StopSignal | undefined;
  const unsubscribe = context.io.onStop?.((signal) => {
    stoppedBy = signal;
    controller.abort();
  });
  try {
    const opened = await openRunner(context, options, {
      ...(sessionId !== undefined && { sessionId }),
    }).catch((error: unknown) => unbegun(context, error));
    if (opened === undefined) return 1;
    const result = await show(opened, options, (signalled) => work(signalled, controller.signal));
    if (result.end === "interrupted")
      return stoppedBy === undefined ? 1 : STOP_EXIT_CODES[stoppedBy];
    return result.end === "completed" ? 0 : 1;
  } finally {
    unsubscribe?.();
  }
}

/** A disk that takes nothing is a run that failed, whether it is noticed before its start or after. */
async function unbegun(context: CommandContext, error: unknown): Promise<undefined> {
  const { AgentError } = await import("@alisio/agent");
  if (!AgentError.isInstance(error) || error.code !== "session_unwritable") throw error;
  const { code, message } = error;
  const problem = { code, message };
  const printer = createEventPrinter(context, false);
  printer.print({
    schemaVersion: 1,
    at: new Date(context.io.now()).toISOString(),
    event: { type: "run.finished", end: "failed", requests: 0, usage: {}, problem },
  });
  printer.end();
  context.io.stderr(`alisio: failed before it began: ${neutral(message)}\n`);
}

async function show(
  opened: OpenedRunner,
  options: AgentOptions,
  work: (opened: OpenedRunner) => Promise<RunResult>,
): Promise<RunResult> {
  const { context, runner, notes } = opened;
  for (const note of notes) context.io.stderr(`alisio: ${note}\n`);
  const id = neutral(runner.sessionId);
  context.io.stderr(
    `alisio: session ${id}, ${neutral(opened.model)}, governor ${runner.governance.settings.mode}\n`,
  );
  const printer = createEventPrinter(context, options.deltas === true);
  const unsubscribe = runner.subscribe(printer.print);
  try {
    const result = await work(opened);
    printer.end();
    context.io.stderr(ending(result, id, opened));
    return result;
  } finally {
    unsubscribe();
    await opened.close();
  }
}

function ending({ end, problem, requests }: RunResult, id: string, opened: OpenedRunner): string {
  const count = `${requests} ${requests === 1 ? "request" : "requests"}`;
  const next = `alisio resume ${id}`;
  if (end === "completed") return `alisio: done after ${count} (alisio context report ${id})\n`;
  const why = problem === undefined ? "" : `: ${neutral(problem.message)}`;
  // Nothing may be stored of it, and then there is nothing to go on with.
  if (opened.isThrowAway || (end === "failed" && requests === 0))
    return `alisio: ${end} after ${count}${why}\n`;
  return `alisio: ${end} after ${count}${why} (${next} goes on)\n`;
}
