import type { RunResult } from "../types-runner.ts";
import type { AgentTool, ToolOutcome } from "../types-tool.ts";
import type { Conversation } from "./conversation.ts";
import { cutText, oneLine } from "./one-line.ts";
import { detailOf } from "./permit-call.ts";
import { isObject } from "./stored-values.ts";

/** Calls of a subagent that did not get to its end, last ones: enough to see what it was at. */
const MAX_TOLD_CALLS = 40;
/** UTF-16 units of the checkpoint that stands for its earlier calls. */
const MAX_SUMMARY_UNITS = 4000;

const LOST =
  "The agent was stopped while the subagent worked. It is not gone on with: what it did stays done, and for the rest a new task is needed. Look at what is uncertain before it is done again.";

type Tools = ReadonlyMap<string, AgentTool>;
type TaskEnd = Pick<RunResult, "end" | "text" | "problem">;

/** A call as a report names it. `uncertain`: whether it ran nobody knows. */
interface ToldCall {
  readonly tool: string;
  readonly about?: string;
  readonly result: "done" | "failed" | "uncertain";
}

/** The result of a `task`: the answer, and of a subagent that did not get to its end what it did. */
export function taskOutcome(
  { end, text, problem }: TaskEnd,
  conversation: Conversation,
  tools: Tools,
): ToolOutcome {
  const isError = end !== "completed";
  const value = {
    end,
    answer: text,
    ...(problem && { problem: problem.message }),
    ...(isError && doneBy(conversation, tools)),
  };
  return { text: JSON.stringify(value), isError };
}

/** How a subagent ended whose call got no result, because the process ended first. */
export function endOfLostTask(conversation: Conversation): TaskEnd {
  const last = finalAnswer(conversation);
  if (last !== undefined) return { end: "completed", text: last };
  const answer = conversation.entries.findLast(
    ({ message }) => message.role === "assistant",
  )?.message;
  const text = answer?.role === "assistant" ? answer.text : "";
  return { end: "interrupted", text, problem: { code: "interrupted", message: LOST } };
}

/** The text of the answer that ended the work; `undefined` while there is something left to do. */
export function finalAnswer({ entries, lastFinish }: Conversation): string | undefined {
  const last = entries.at(-1)?.message;
  const isEnd = lastFinish === "stop" || lastFinish === "content-filter";
  return isEnd && last?.role === "assistant" && !last.calls?.length ? last.text : undefined;
}

function doneBy({ entries }: Conversation, tools: Tools): object {
  const results = new Map<string, ToldCall["result"]>();
  for (const { message } of entries) {
    if (message.role === "tool") results.set(message.callId, message.isError ? "failed" : "done");
  }
  const calls = entries.flatMap(({ message }) =>
    message.role === "assistant" ? (message.calls ?? []) : [],
  );
  const told = calls.slice(-MAX_TOLD_CALLS).map(({ id, name, args }): ToldCall => {
    const about = isObject(args) ? oneLine(detailOf(tools.get(name)?.subject(args) ?? {})) : "";
    const result = results.get(id) ?? "uncertain";
    return { tool: oneLine(name), ...(about !== "" && { about }), result };
  });
  const earlier = calls.length - told.length;
  const checkpoint = entries.find(({ number }) => number < 0)?.message;
  return {
    calls: told,
    ...(earlier > 0 && { earlierCalls: earlier }),
    ...(checkpoint?.role === "user" && { before: cutText(checkpoint.text, MAX_SUMMARY_UNITS) }),
  };
}
