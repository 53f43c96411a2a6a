import type { Segment, SegmentKind } from "@alisio/governor";
import type { ReportSegmentKind } from "../types.ts";
import type { ContextReportInput, MessageNoteInput } from "../types-input.ts";
import type { Decisions } from "./decide.ts";
import type { Draft } from "./draft.ts";
import { isErrorResult } from "./pair-results.ts";
import type { ShowPath } from "./show-path.ts";
import { showTool } from "./show-tool.ts";
import type { Source } from "./sources.ts";
import { pinnedStanding, type Standing, type StandingInput } from "./standing.ts";

const CHARACTERS_PER_TOKEN = 4;

const KIND_OF: Readonly<Record<SegmentKind, ReportSegmentKind>> = {
  system: "instructions",
  user: "user",
  checkpoint: "checkpoint",
  assistant: "assistant",
  tool_call: "tool_call",
  tool_result: "tool_result",
};

/** What is known of a history's segments, each by its position. */
export interface Knowledge {
  readonly segments: readonly Segment[];
  readonly removed: ReadonlySet<string>;
  readonly decisions: Decisions;
  readonly sources: ReadonlyMap<number, Source>;
  readonly usedLater: (segment: number) => boolean | null;
  readonly judge: (input: StandingInput) => Standing;
  /** By index of the message. */
  readonly notes: ReadonlyMap<number, MessageNoteInput>;
}

const OUTSIDE_THE_HISTORY = {
  messageIndex: null,
  morePaths: 0,
  instructionKind: null,
  tool: null,
  callId: null,
  elision: null,
  agentElided: null,
  usedLater: null,
  isError: false,
  nonTextParts: 0,
} as const;

/** The texts in front of the history. */
export function draftInstructions(
  instructions: ContextReportInput["instructions"],
  showPath: ShowPath,
): Draft[] {
  const standing = pinnedStanding("instructions") as Standing;
  return (instructions ?? []).map(({ source, kind, characters }, i) => ({
    ...OUTSIDE_THE_HISTORY,
    ...standing,
    id: `i${i}`,
    kind: "instructions",
    source: showPath(source) ?? "system",
    instructionKind: kind,
    ...sameTokens(characters),
  }));
}

/** The block at the end, if it is sent. */
export function draftInvariants(invariants: ContextReportInput["invariants"]): Draft[] {
  const { characters = 0 } = invariants ?? {};
  if (characters === 0) return [];
  const standing = pinnedStanding("invariants") as Standing;
  const tokens = sameTokens(characters);
  return [
    {
      ...OUTSIDE_THE_HISTORY,
      ...standing,
      id: "invariants",
      kind: "invariants",
      source: "user",
      ...tokens,
    },
  ];
}

/** The texts of the history. */
export function draftHistory(
  history: ContextReportInput["history"],
  knowledge: Knowledge,
): Draft[] {
  let message = -1;
  let part = 0;
  return knowledge.segments.map((segment, position) => {
    part = segment.messageIndex === message ? part + 1 : 0;
    message = segment.messageIndex;
    return draft(segment, position, `m${message}.${part}`, history[message], knowledge);
  });
}

function draft(
  segment: Segment,
  position: number,
  id: string,
  message: unknown,
  { removed, decisions, sources, usedLater, judge, notes }: Knowledge,
): Draft {
  const { messageIndex, tokens, text, callId } = segment;
  const isOwnText = segment.kind === "user" || segment.kind === "assistant";
  const note = isOwnText ? notes.get(messageIndex) : undefined;
  const toolName = segment.toolName === undefined ? undefined : showTool(segment.toolName);
  const isInjected = segment.kind === "user" && note?.isInjected === true;
  const kind = isInjected ? "instructions" : KIND_OF[segment.kind];
  const isResult = kind === "tool_result";
  const isError = isResult && isErrorResult(message);
  const isAgentElided = isResult && callId !== undefined && removed.has(callId);
  const isEmpty = text === "" && segment.nonTextParts === 0;
  const source = sources.get(position);
  const elision = decisions.elisions.get(position) ?? null;
  const tokensBefore = isAgentElided ? 0 : tokens;
  return {
    id,
    kind,
    messageIndex,
    source: source?.path ?? toolName ?? roleOf(segment.kind),
    morePaths: source?.morePaths ?? 0,
    instructionKind: null,
    tool: toolName ?? null,
    callId: callId ?? null,
    tokensBefore,
    tokensAfter: elision ? elision.tokensAfter : tokensBefore,
    ...judge({ segment: position, kind, messageIndex, isError, isEmpty, isAgentElided }),
    elision,
    agentElided: isAgentElided ? { tokens } : null,
    usedLater: isResult ? usedLater(position) : null,
    isError,
    nonTextParts: isAgentElided ? 0 : segment.nonTextParts + (note?.nonTextParts ?? 0),
  };
}

function roleOf(kind: SegmentKind): string {
  if (kind === "checkpoint") return "user";
  return kind === "tool_call" ? "assistant" : kind === "tool_result" ? "tool" : kind;
}

function sameTokens(characters: number): { tokensBefore: number; tokensAfter: number } {
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  return { tokensBefore: tokens, tokensAfter: tokens };
}
