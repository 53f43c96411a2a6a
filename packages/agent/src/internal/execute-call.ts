import type { ToolOutcome } from "../types-tool.ts";
import { oneLine } from "./one-line.ts";
import { detailOf } from "./permit-call.ts";
import { emitIn, type RunnableCall, type RunScope } from "./run-scope.ts";

/** How long an interrupted tool may take to end, its processes included. */
const ABORT_GRACE_MS = 10_000;

export interface Executed {
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
}

/**
 * Runs one call. Whatever happens, there is an outcome.
 *
 * @param directories - Approved for this call alone.
 */
export async function executeCall(
  planned: RunnableCall,
  directories: readonly string[],
  scope: RunScope,
): Promise<Executed> {
  const { call, tool, subject } = planned;
  const { now } = scope.options;
  emitIn(scope, {
    type: "tool.started",
    callId: call.id,
    tool: tool.name,
    effect: tool.effect,
    preview: oneLine(detailOf(subject)),
  });
  const startedAt = now();
  const outcome = await outcomeOf(planned, directories, scope);
  return { outcome, durationMs: Math.max(0, now() - startedAt) };
}

async function outcomeOf(
  { call, tool }: RunnableCall,
  directories: readonly string[],
  scope: RunScope,
): Promise<ToolOutcome> {
  const { signal } = scope;
  const onOutput = (text: string): void =>
    emitIn(scope, { type: "tool.output", callId: call.id, text });
  const context = {
    callId: call.id,
    signal,
    onOutput,
    ...(directories.length > 0 && { directories }),
  };
  const work = run(() => tool.execute(call.args, context));
  const outcome = await endedInTime(work, signal);
  // What was done before the signal came is done: its result is a result like any other.
  if (!signal.aborted || outcome?.isError === false) return outcome ?? interrupted("");
  return interrupted(outcome?.text ?? "");
}

async function run(execute: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await execute();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: `The tool failed: ${oneLine(message, 500)}`, isError: true };
  }
}

function interrupted(text: string): ToolOutcome {
  const rest = text === "" ? "" : `\n${text}`;
  return {
    text: `interrupted: the user stopped this call; what it had done until then stays done.${rest}`,
    isError: true,
  };
}

/** `undefined` when the work goes on though it was told to end: nothing may hang an interruption. */
async function endedInTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => resolve(undefined), ABORT_GRACE_MS);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(timer);
  }
}
