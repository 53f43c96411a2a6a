import { acceptQuotes } from "@alisio/invariants";
import type { EventProblem } from "../types-event.ts";
import type { ModelUsage } from "../types-model.ts";
import type { GovernanceSettings } from "../types-runner.ts";
import { type Answer, askModel } from "./ask-model.ts";
import { type CompactionPlan, isOrdinary } from "./compaction-plan.ts";
import { cutText } from "./one-line.ts";
import { definitionsOf, sleepOf } from "./request.ts";
import { emitIn, noticeIn, type RunScope, runOf, saveTracker } from "./run-scope.ts";
import { readSummary, summaryPrompt } from "./summary-request.ts";

/** UTF-16 units of the request in work that a checkpoint repeats word for word. */
const MAX_PROMPT_UNITS = 8000;

export interface CompactOptions {
  readonly trigger: "auto" | "manual";
  readonly focus?: string | undefined;
  readonly governance: GovernanceSettings;
  /** Whether the last prompt is still being worked on. */
  readonly isWorking: boolean;
}

export type Compacted =
  | { readonly usage: ModelUsage | undefined; readonly problem?: undefined }
  | { readonly problem: EventProblem };

/** Replaces what the plan says by a checkpoint. Where no summary comes the history stays as it is. */
export async function compact(
  plan: CompactionPlan,
  options: CompactOptions,
  scope: RunScope,
): Promise<Compacted> {
  // A subagent's prompt is the model's, not the user's: there is nothing to quote.
  const asksForQuotes = options.governance.mode === "on" && scope.run === undefined;
  const answer = await askForSummary(plan, options.focus, asksForQuotes, scope);
  if ("problem" in answer) return failed(answer.problem, options.trigger, scope);
  const summary = answer.finishReason === "length" ? undefined : readSummary(answer.text);
  if (!summary) {
    const message =
      answer.finishReason === "length"
        ? "The summary was cut at the output limit; raise provider.maxOutputTokens."
        : "The model gave no summary.";
    return failed({ code: "no_summary", message }, options.trigger, scope);
  }
  record(plan, summary.summary, asksForQuotes ? summary.quotes : undefined, options, scope);
  return { usage: answer.usage };
}

async function askForSummary(
  { boundary }: CompactionPlan,
  focus: string | undefined,
  asksForQuotes: boolean,
  scope: RunScope,
): Promise<Answer | { readonly problem: EventProblem }> {
  const { options, conversation, tools, signal } = scope;
  const keptMessages = conversation.entries.length - boundary;
  const text = summaryPrompt({ keptMessages, asksForQuotes, focus });
  return await askModel(
    options.model,
    {
      purpose: "summary",
      answered: conversation.compactions.length,
      // The whole history: neither the projection nor the invariants block.
      messages: [...conversation.history, { role: "user", text }],
      // Providers refuse a history with calls of tools that they aren't told of.
      tools: definitionsOf(tools),
      maxOutputTokens: options.maxOutputTokens,
    },
    {
      signal,
      sleep: sleepOf(options),
      // A summary is nothing to be shown while it is written.
      emit: (event) => event.type !== "text.delta" && emitIn(scope, event),
    },
  );
}

function failed(
  { code, message }: EventProblem,
  trigger: CompactOptions["trigger"],
  scope: RunScope,
): Compacted {
  const problem = { code, message };
  // Whoever asked for a compaction is told by the answer.
  if (trigger === "auto" && code !== "aborted") {
    noticeIn(
      scope,
      "compaction_failed",
      `The conversation was not compacted and stays as it is: ${message}`,
    );
  }
  return { problem };
}

function record(
  plan: CompactionPlan,
  summary: string,
  quotes: unknown,
  options: CompactOptions,
  scope: RunScope,
): void {
  const { conversation, session, tracker } = scope;
  const replaced = conversation.entries.slice(0, plan.boundary);
  const tokensBefore = conversation.tokens;
  const accepted = acceptQuotes(
    quotes,
    replaced.map((entry) => ({
      role: entry.message.role,
      text: "text" in entry.message ? entry.message.text : "",
      ordinary: isOrdinary(entry),
    })),
    session.view.state("contextInvariants"),
  );
  // Before the compaction: a kill in between leaves quotes too many for now, and never too few.
  if (accepted.added.length > 0) session.setState("contextInvariants", accepted.stored);
  const checkpoint = checkpointText(summary, plan, options, scope);
  session.append({
    type: "compaction",
    ...runOf(scope),
    trigger: options.trigger,
    firstKept: plan.firstKept,
    checkpoint,
    tokensBefore,
  });
  const quotesRefused: Record<string, number> = {};
  for (const { reason } of accepted.refusals) {
    quotesRefused[reason] = (quotesRefused[reason] ?? 0) + 1;
  }
  emitIn(scope, {
    type: "context.compacted",
    trigger: options.trigger,
    messages: replaced.filter(({ message }) => message.role !== "system").length,
    tokensBefore,
    tokensAfter: conversation.tokens,
    quotesAdded: accepted.added.length,
    quotesRefused,
  });
  tracker.forget();
  saveTracker(scope);
}

function checkpointText(
  summary: string,
  { firstKept }: CompactionPlan,
  { isWorking }: CompactOptions,
  { conversation: { prompt }, skills }: RunScope,
): string {
  const parts = [`Summary of the conversation so far, which it replaces:\n\n${summary}`];
  if (isWorking && prompt && prompt.number < firstKept) {
    const shown = cutText(prompt.text, MAX_PROMPT_UNITS);
    const rest = shown === prompt.text ? "" : "\n[the rest is left out]";
    parts.push(`The request that is being worked on, word for word:\n\n${shown}${rest}`);
  }
  const loaded = skills.active().map(({ name }) => name);
  if (loaded.length > 0) {
    parts.push(`Skills that were loaded: ${loaded.join(", ")}. Load one again if you need it.`);
  }
  return parts.join("\n\n");
}
