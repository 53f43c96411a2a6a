import type { Message, Part, ToolMessage } from "../../src/message.ts";
import type { Elision, ResolvedSettings, Totals } from "../../src/types.ts";
import { callsOf, isSuccess, oraclePairs, textOf } from "./pairs.ts";
import { type Redundancy, redundancyOf, type Seen } from "./rules.ts";
import { oracleStub } from "./stub.ts";

export interface OracleProjection {
  readonly messages: readonly Message[];
  readonly elisions: readonly Elision[];
  readonly totals: Totals;
  /** Positions of the elided results, as `elisions`. */
  readonly positions: readonly number[];
  /** What kept results from being elided, to see that every exception is tried. */
  readonly kept: readonly string[];
  readonly eligible: number;
}

type Anything = Record<string, unknown> | null | undefined;

/** Mode `on`, straight from the description of the policy. */
export function oracleProject(
  history: readonly Message[],
  settings: ResolvedSettings,
): OracleProjection {
  const eligible = settings.eligibleMessages ?? epochEnd(history, settings.epochMessages);
  const prefix = history.slice(0, eligible);
  const seen = oraclePairs(prefix)
    .filter(isSuccess)
    .map((pair): Seen => {
      const text = textOf(pair.message.content);
      return { pair, text, observations: settings.profile(pair.call, { text, isError: false }) };
    });
  const messages = [...history];
  const elided: { at: number; elision: Elision }[] = [];
  const kept: string[] = [];
  for (const each of seen) {
    const verdict = decide(each, seen, prefix, settings.minAgeTurns);
    if (typeof verdict === "string") {
      kept.push(verdict);
      continue;
    }
    const at = each.pair.resultAt;
    messages[at] = withStub(history[at] as ToolMessage, verdict.stub);
    elided.push({ at, elision: verdict.elision });
  }
  elided.sort((a, b) => a.at - b.at);
  const elisions = elided.map(({ elision }) => elision);
  return {
    messages,
    elisions,
    totals: totalsOf(history, elisions),
    positions: elided.map(({ at }) => at),
    kept,
    eligible,
  };
}

function epochEnd(history: readonly Message[], epochMessages: number): number {
  if (epochMessages === 0) return history.length;
  const counted = history
    .map((message, at) => ({ role: (message as unknown as Anything)?.["role"], at }))
    .filter(({ role }) => role !== "system");
  const eligible = Math.floor(counted.length / epochMessages) * epochMessages;
  return eligible === 0 ? 0 : (counted[eligible - 1]?.at as number) + 1;
}

function decide(
  each: Seen,
  all: readonly Seen[],
  prefix: readonly Message[],
  minAgeTurns: number,
): { readonly stub: string; readonly elision: Elision } | string {
  const { pair, text, observations } = each;
  if (text === null) return "a part isn't text";
  if (observations.some(({ kind }) => kind === "change")) return "a change";
  const rest = observations.filter(({ kind }) => kind !== "paths");
  const [first] = rest;
  if (!first) return "not observed";
  const verdicts = rest.map((observation) => redundancyOf(observation, each, all));
  const [redundancy] = verdicts as [Redundancy | string];
  const against = verdicts.find((verdict) => typeof verdict === "string");
  if (typeof against === "string") return against;
  const assistants = prefix
    .map((message, at) => ((message as unknown as Anything)?.["role"] === "assistant" ? at : -1))
    .filter((at) => at !== -1);
  if (pair.resultAt > (assistants.at(-1) as number)) return "last turn";
  if (assistants.filter((at) => at > pair.resultAt).length < minAgeTurns) return "too young";
  const reads = rest.filter(({ kind }) => kind === "read").length;
  const stub = oracleStub(pair.call.name, first, first.kind === "read" ? reads - 1 : 0);
  if (stub.length === text.length) return "a tie";
  if (stub.length > text.length) return "the stub is longer";
  const [tokensBefore, tokensAfter] = [tokens(text), tokens(stub)];
  const { reason, supersededBy } = redundancy as Redundancy;
  const elision: Elision = {
    callId: pair.call.id,
    reason,
    supersededBy,
    tokensBefore,
    tokensAfter,
    tokensSaved: tokensBefore - tokensAfter,
  };
  return { stub, elision };
}

function withStub(message: ToolMessage, stub: string): ToolMessage {
  if (typeof message.content === "string") return { ...message, content: stub };
  const merged: Record<string, unknown> = { ...message.content[0] };
  for (const part of message.content.slice(1).reverse()) {
    for (const field of Object.keys(part)) {
      if (!Object.hasOwn(merged, field)) merged[field] = (part as Record<string, unknown>)[field];
    }
  }
  merged["text"] = stub;
  return { ...message, content: [merged as unknown as Part] };
}

function tokens(text: string): number {
  return Math.floor((text.length + 3) / 4);
}

function totalsOf(history: readonly Message[], elisions: readonly Elision[]): Totals {
  const texts = history.flatMap(textsOf);
  const tokensBefore = texts.reduce((sum, text) => sum + tokens(text), 0);
  const count = (reason: string): number =>
    elisions.filter((elision) => elision.reason === reason).length;
  return {
    messages: history.length,
    segments: texts.length,
    elided: elisions.length,
    elidedByReason: {
      superseded_read: count("superseded_read"),
      stale_bg_output: count("stale_bg_output"),
      duplicate_search: count("duplicate_search"),
    },
    tokensBefore,
    tokensAfter: tokensBefore - elisions.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0),
  };
}

function textsOf(message: Message): string[] {
  const any = message as unknown as Anything;
  const text = typeof any?.["text"] === "string" ? any["text"] : "";
  switch (any?.["role"]) {
    case "system":
    case "user":
      return [text];
    case "tool": {
      const content: unknown = any["content"];
      if (typeof content === "string") return [content];
      if (!Array.isArray(content)) return [""];
      return [content.map((part) => textOf([part] as readonly Part[]) ?? "").join("")];
    }
    case "assistant": {
      const calls = callsOf(message).map(
        ({ name, args }) => `${name} ${JSON.stringify(args) ?? ""}`,
      );
      return text === "" ? calls : [text, ...calls];
    }
    default:
      return [];
  }
}
