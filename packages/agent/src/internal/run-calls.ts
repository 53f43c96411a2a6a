import type { ToolCallOutcome } from "@alisio/agents-md";
import type { ToolCall } from "@alisio/governor/message";
import type { ToolOutcome } from "../types-tool.ts";
import { type Executed, executeCall } from "./execute-call.ts";
import { oneLine } from "./one-line.ts";
import { permitCall } from "./permit-call.ts";
import {
  emitIn,
  noticeIn,
  type RunnableCall,
  type RunScope,
  runOf,
  saveTracker,
} from "./run-scope.ts";
import { isObject } from "./stored-values.ts";
import { endOfLostTask, taskOutcome } from "./task-report.ts";

type PlannedCall = { readonly call: ToolCall; readonly refusal: string } | RunnableCall;

/** Tells the instruction tracker of the calls of one answer, runs them, and stores a result for each. */
export async function runCalls(calls: readonly ToolCall[], scope: RunScope): Promise<void> {
  const planned = calls.map((call) => plan(call, scope));
  const told = await tellTracker(planned, scope);
  for (const batch of batchesOf(planned)) {
    const prepared: (() => Promise<Executed>)[] = [];
    // One question at a time, in the order of the calls.
    for (const each of batch) prepared.push(await prepare(each, told.get(each.call.id), scope));
    const results = await Promise.all(prepared.map((execute) => execute()));
    for (const [at, { outcome, durationMs }] of results.entries()) {
      const { call } = batch[at] as PlannedCall;
      storeResult(call, withInstructions(outcome, told.get(call.id)), durationMs, scope);
    }
  }
  // After the results: a kill in between has the files attached once more, and never not at all.
  saveTracker(scope);
}

/** A kill may have come after a call began: whether it ran nobody knows, and it is not run again. */
export function answerLostCalls(scope: RunScope): void {
  for (const call of scope.conversation.unansweredCalls()) {
    storeResult(call, lostOutcome(call, scope), 0, scope);
  }
}

/** Of a subagent is known what it did until then; it is not gone on with either. */
function lostOutcome({ id: callId }: ToolCall, scope: RunScope): ToolOutcome {
  const task = scope.run === undefined ? scope.session.view.taskOf(callId) : undefined;
  if (task) {
    const ended = endOfLostTask(task);
    emitIn(scope, { type: "task.finished", callId, end: ended.end });
    return taskOutcome(ended, task, scope.tools);
  }
  const text =
    "The agent was stopped before this call's result was stored: it is uncertain whether it ran. Look before you do it again.";
  return { text, isError: true };
}

/** Stores the result of a call and tells of it. */
export function storeResult(
  { id: callId, name: tool }: ToolCall,
  { text, isError }: ToolOutcome,
  durationMs: number,
  scope: RunScope,
): void {
  const message = {
    role: "tool" as const,
    callId,
    content: text,
    ...(isError && { isError: true }),
  };
  scope.session.append({ type: "message", ...runOf(scope), message });
  emitIn(scope, {
    type: "tool.finished",
    callId,
    tool: oneLine(tool),
    isError,
    characters: text.length,
    durationMs,
    ...(isError && { preview: oneLine(text) }),
  });
}

function plan(call: ToolCall, { tools }: RunScope): PlannedCall {
  const tool = tools.get(call.name);
  if (!tool) {
    const names = [...tools.keys()].join(", ");
    return {
      call,
      refusal: `There is no tool ${JSON.stringify(oneLine(call.name))}; there are ${names}.`,
    };
  }
  if (!isObject(call.args)) {
    return { call, refusal: "The arguments have to be one JSON object." };
  }
  return { call, tool, subject: tool.subject(call.args) };
}

async function tellTracker(
  planned: readonly PlannedCall[],
  scope: RunScope,
): Promise<ReadonlyMap<string, ToolCallOutcome>> {
  const { workspace, tracker } = scope;
  const steps = planned.flatMap((each) => {
    if ("refusal" in each || each.tool.effect === "none") return [];
    const { paths, cwd, command, partial } = each.subject;
    return {
      id: each.call.id,
      effect: each.tool.effect,
      // The tracker's relative paths begin elsewhere.
      paths: paths?.map((path) => workspace.resolvePath(path)),
      command,
      cwd: cwd === undefined ? undefined : workspace.resolvePath(cwd),
      partial,
    };
  });
  if (steps.length === 0) return new Map();
  try {
    const { calls, diagnostics } = await tracker.step(steps);
    for (const { severity, code, message } of diagnostics) {
      if (severity !== "information") noticeIn(scope, code, message);
    }
    for (const outcome of calls) tellAttached(outcome, scope);
    return new Map(calls.map((outcome) => [outcome.id, outcome]));
  } catch {
    noticeIn(
      scope,
      "instructions_unavailable",
      "Nested instruction files could not be looked for; the calls run without them.",
    );
    return new Map();
  }
}

function tellAttached({ id, attached, action }: ToolCallOutcome, scope: RunScope): void {
  if (attached.length === 0) return;
  const paths = attached.map(({ path }) => oneLine(path));
  const returned = action === "return";
  emitIn(scope, { type: "instructions.attached", callId: id, paths, returned });
}

/** More at the same time would only hold more files and memory. */
const MAX_READS_AT_ONCE = 8;

/** Reads that follow each other run at the same time; everything else alone, in order. */
function* batchesOf(planned: readonly PlannedCall[]): Generator<readonly PlannedCall[]> {
  let reads: PlannedCall[] = [];
  for (const each of planned) {
    const isRead = "tool" in each && each.tool.effect === "read";
    if (isRead) reads.push(each);
    if (reads.length > 0 && (!isRead || reads.length === MAX_READS_AT_ONCE)) {
      yield reads;
      reads = [];
    }
    if (!isRead) yield [each];
  }
  if (reads.length > 0) yield reads;
}

/** Finds out whether a call may run; gives back what runs it, or refuses it. */
async function prepare(
  planned: PlannedCall,
  told: ToolCallOutcome | undefined,
  scope: RunScope,
): Promise<() => Promise<Executed>> {
  if ("refusal" in planned) return refused(planned.refusal);
  if (scope.signal.aborted) return refused("interrupted before it ran");
  // The instructions themselves are added to every result; here is why there is no other.
  if (told?.action === "return") {
    return refused(
      "Not run: new instructions apply here. Read them, then make the call again if it still fits.",
    );
  }
  const permit = await permitCall(planned, scope);
  if ("refusal" in permit) return refused(permit.refusal);
  return () => executeCall(planned, permit.directories, scope);
}

function refused(text: string): () => Promise<Executed> {
  return async () => ({ outcome: { text, isError: true }, durationMs: 0 });
}

/**
 * The instructions stand after the result, and not in its JSON: a result that holds them is no longer
 * one that the governor knows, and so never goes away with them.
 */
function withInstructions(outcome: ToolOutcome, told: ToolCallOutcome | undefined): ToolOutcome {
  return told && told.text !== ""
    ? { ...outcome, text: `${outcome.text}\n\n${told.text}` }
    : outcome;
}
