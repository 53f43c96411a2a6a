import type { ToolCall } from "@alisio/governor/message";
import { AgentError } from "../errors.ts";
import type { EventProblem, RunEnd } from "../types-event.ts";
import type { ModelUsage } from "../types-model.ts";
import type { RunResult } from "../types-runner.ts";
import { type Answer, askModel } from "./ask-model.ts";
import { finishRun, problemOf } from "./finish-run.ts";
import { fitContext } from "./fit-context.ts";
import { oneLine } from "./one-line.ts";
import { reduceTo } from "./reduce.ts";
import { definitionsOf, sleepOf, withBlock } from "./request.ts";
import { answerLostCalls, runCalls, storeResult } from "./run-calls.ts";
import { emitIn, noticeIn, type RunScope, runOf } from "./run-scope.ts";
import { standingBlock } from "./standing.ts";

/** Most requests of one run where the caller names none: a model that calls tools for ever ends. */
export const DEFAULT_MAX_REQUESTS = 200;
/** How often in a row a cut answer is gone on with. */
const MAX_RECOVERIES = 3;
/** How often in a row a request that the provider finds too large is made smaller. */
const MAX_OVERFLOWS = 3;
/** What of an overflowing request is aimed at: the provider alone knows what it counts. */
const OVERFLOW_SHARE = 0.7;

const CONTINUE_CUT =
  "Your last answer was cut off at the output limit. Go on exactly where it stopped, in smaller pieces; calls that it held were not run.";
const CONTINUE_PARTIAL = "Your last answer was interrupted. Go on with the work.";

/** What a run puts into the conversation before its first request. */
export interface RunInput {
  readonly kind: "prompt" | "resume" | "task";
  /** In order; `injected` is what the agent put in. */
  readonly messages: readonly { readonly text: string; readonly injected: boolean }[];
}

interface Progress {
  requests: number;
  usage: Record<string, number>;
  text: string;
  recoveries: number;
  overflows: number;
}

/** Works until the model calls no more tools. */
export async function runLoop(input: RunInput, scope: RunScope): Promise<RunResult> {
  const progress: Progress = { requests: 0, usage: {}, text: "", recoveries: 0, overflows: 0 };
  try {
    emitIn(scope, { type: "run.started", sessionId: scope.session.id, input: input.kind });
    begin(input, scope);
    return finish(await work(progress, scope), progress, scope);
  } catch (error) {
    const failed: Ended = { end: "failed", problem: problemOf(error) };
    const result = finish(failed, progress, scope);
    // A disk that takes no more is an end of a run; anything else is a fault of this program.
    if (AgentError.isInstance(error)) return result;
    throw error;
  }
}

function finish({ end, problem }: Ended, progress: Progress, scope: RunScope): RunResult {
  const { requests, text } = progress;
  const usage: ModelUsage = progress.usage;
  const result = { end, text, requests, usage, ...(problem && { problem }) };
  return finishRun(scope.session, result, scope.run);
}

function begin({ kind, messages }: RunInput, scope: RunScope): void {
  const { conversation, session } = scope;
  answerLostCalls(scope);
  const last = conversation.entries.at(-1)?.message;
  const isPartial = kind === "resume" && last?.role === "assistant";
  const added = isPartial ? [{ text: CONTINUE_PARTIAL, injected: true }] : messages;
  for (const { text, injected } of added) {
    const message = { role: "user" as const, text };
    session.append({
      type: "message",
      ...runOf(scope),
      message,
      ...(injected && { injected: true }),
    });
  }
}

interface Ended {
  readonly end: RunEnd;
  readonly problem?: EventProblem;
}

async function work(progress: Progress, scope: RunScope): Promise<Ended> {
  const { signal, options } = scope;
  const most = options.maxRequests ?? DEFAULT_MAX_REQUESTS;
  for (;;) {
    if (signal.aborted) return { end: "interrupted" };
    if (progress.requests >= most) return limitReached(most);
    addUsage(progress, await fitContext(scope));
    if (signal.aborted) return { end: "interrupted" };
    const ended = await step(progress, scope);
    if (ended) return ended;
  }
}

function limitReached(most: number): Ended {
  const message = `The run made ${most} requests, the most that one may make; resume it to go on.`;
  return { end: "limit", problem: { code: "request_limit", message } };
}

/** One request and what its answer asks for; the end of the run, or `undefined` to go on. */
async function step(progress: Progress, scope: RunScope): Promise<Ended | undefined> {
  progress.requests += 1;
  const answer = await request(progress, scope);
  if ("problem" in answer) {
    const { problem, partial } = answer;
    if (problem.code === "context_overflow" && madeSmaller(progress, scope)) return undefined;
    storePartial(partial, scope);
    if (partial !== "") progress.text = partial;
    return problem.code === "aborted" ? { end: "interrupted" } : { end: "failed", problem };
  }
  progress.overflows = 0;
  progress.text = answer.text;
  addUsage(progress, answer.usage);
  const calls = storeAnswer(answer, scope);
  if (answer.finishReason === "length") return recover(calls, progress, scope);
  progress.recoveries = 0;
  if (answer.finishReason === "content-filter") {
    noticeIn(scope, "answer_filtered", "The provider's content filter ended the answer.");
  }
  if (calls.length === 0) return { end: "completed" };
  await runCalls(calls, scope);
  return undefined;
}

async function request({ requests }: Progress, scope: RunScope): ReturnType<typeof askModel> {
  const { conversation, options, session, grants, tools } = scope;
  const { messages, event } = scope.governor().govern(conversation, requests);
  const block = standingBlock(
    session.view,
    conversation.compactions.length,
    scope.governance(),
    grants.sources,
  );
  emitIn(scope, {
    type: "request.started",
    request: requests,
    model: options.model.model,
    messages: messages.length,
    tokens: conversation.tokens,
  });
  if (event) {
    emitIn(scope, event);
    scope.onGoverned?.(event);
  }
  return await askModel(
    options.model,
    {
      purpose: scope.run === undefined ? "turn" : "task",
      answered: conversation.answers,
      messages: withBlock(messages, block?.text),
      tools: definitionsOf(tools),
      maxOutputTokens: options.maxOutputTokens,
    },
    { signal: scope.signal, sleep: sleepOf(options), emit: (told) => emitIn(scope, told) },
  );
}

function storeAnswer(answer: Answer, scope: RunScope): readonly ToolCall[] {
  const { text, finishReason, usage, providerData } = answer;
  const calls = withOwnIds(answer.calls, scope);
  scope.session.append({
    type: "message",
    ...runOf(scope),
    message: {
      role: "assistant",
      text,
      ...(calls.length > 0 && { calls }),
      ...(providerData !== undefined && { providerData }),
    },
    model: scope.options.model.model,
    ...(usage && { usage }),
  });
  emitIn(scope, {
    type: "assistant.message",
    text,
    calls: calls.map(({ id, name }) => ({ callId: id, tool: oneLine(name) })),
    finishReason,
    ...(usage && { usage }),
  });
  return calls;
}

/**
 * Servers exist that number the calls of each answer anew: an id is one call's, or pairs are lost. Only
 * here are all ids known that the session ever had, those that a compaction took away included.
 */
function withOwnIds(calls: readonly ToolCall[], { conversation }: RunScope): readonly ToolCall[] {
  const taken = new Set<string>();
  return calls.map((call) => {
    let { id } = call;
    for (let n = 2; id === "" || taken.has(id) || conversation.hasCall(id); n += 1) {
      id = `${call.id === "" ? "call" : call.id}-${n}`;
    }
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

/** What listeners have seen of an answer that never came stays in the conversation. */
function storePartial(text: string, scope: RunScope): void {
  if (text === "") return;
  const record = {
    type: "message" as const,
    ...runOf(scope),
    message: { role: "assistant" as const, text },
    model: scope.options.model.model,
    // Beyond the format's own fields: the answer was not given, and counts as none.
    partial: true,
  };
  scope.session.append(record);
  emitIn(scope, { type: "assistant.message", text, calls: [], finishReason: "other" });
}

function recover(
  calls: readonly ToolCall[],
  progress: Progress,
  scope: RunScope,
): Ended | undefined {
  // Their arguments may be cut.
  for (const call of calls) {
    const text = "Not run: the answer that held this call was cut off at the output limit.";
    storeResult(call, { text, isError: true }, 0, scope);
  }
  progress.recoveries += 1;
  if (progress.recoveries > MAX_RECOVERIES) {
    const message = `The answer was cut at the output limit ${progress.recoveries} times in a row; raise provider.maxOutputTokens or ask for less.`;
    return { end: "failed", problem: { code: "output_truncated", message } };
  }
  noticeIn(
    scope,
    "answer_truncated",
    "The answer was cut at the output limit; it is gone on with.",
  );
  const message = { role: "user" as const, text: CONTINUE_CUT };
  scope.session.append({ type: "message", ...runOf(scope), message, injected: true });
  return undefined;
}

function madeSmaller(progress: Progress, scope: RunScope): boolean {
  progress.overflows += 1;
  if (progress.overflows > MAX_OVERFLOWS) return false;
  return reduceTo(Math.floor(scope.conversation.tokens * OVERFLOW_SHARE), scope);
}

function addUsage({ usage }: Progress, more: ModelUsage | undefined): void {
  for (const [field, tokens] of Object.entries(more ?? {})) {
    if (typeof tokens === "number") usage[field] = (usage[field] ?? 0) + tokens;
  }
}
