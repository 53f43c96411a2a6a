import { AgentError } from "../errors.ts";
import type { AgentEvent, EventProblem } from "../types-event.ts";
import type { RunResult } from "../types-runner.ts";
import type { Session } from "./session.ts";

/**
 * Tells how a run ended. Whoever listens learns of it in any case: where the session's file takes no
 * more, the run has failed, and the event that says so is told without being stored.
 */
export function finishRun(session: Session, result: RunResult, run: string | undefined): RunResult {
  try {
    session.emit(finished(result), run);
    return result;
  } catch (error) {
    const failed: RunResult =
      result.end === "failed" ? result : { ...result, end: "failed", problem: problemOf(error) };
    session.tell(finished(failed), run);
    return failed;
  }
}

function finished({ end, requests, usage, problem }: RunResult): AgentEvent {
  return { type: "run.finished", end, requests, usage, ...(problem && { problem }) };
}

/** What ended a run that threw. */
export function problemOf(error: unknown): EventProblem {
  if (AgentError.isInstance(error)) return { code: error.code, message: error.message };
  return { code: "internal_error", message: "The agent failed; the error itself says more." };
}
