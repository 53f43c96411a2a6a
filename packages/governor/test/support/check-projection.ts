import type { Message, ToolMessage } from "../../src/message.ts";
import type { Projection, ResolvedSettings, ToolProfile } from "../../src/types.ts";
import {
  callsOf,
  isLater,
  isSuccess,
  type OraclePair,
  oraclePairs,
  textOf,
} from "../oracle/pairs.ts";
import type { OracleProjection } from "../oracle/project.ts";
import { holds, same, sameMessages } from "./holds.ts";

/** What a projection must be, beside what the independent implementation says. */
export function checkProjection(
  history: readonly Message[],
  projection: Projection,
  expected: OracleProjection,
  settings: ResolvedSettings,
): void {
  same(projection.elisions, expected.elisions, "the elisions of the independent implementation");
  sameMessages(
    projection.messages,
    expected.messages,
    "the messages of the independent implementation",
  );
  same(projection.totals, expected.totals, "the totals of the independent implementation");
  holds(
    (projection.messages === history) === (projection.elisions.length === 0),
    "with nothing to elide, and only then, the input itself is returned",
  );
  const changed = history.flatMap((message, at) =>
    projection.messages[at] === message ? [] : [at],
  );
  same(changed, expected.positions, "untouched messages are the same objects");
  const pairs = oraclePairs(history.slice(0, expected.eligible));
  for (const at of changed) {
    checkStub(history[at] as ToolMessage, projection.messages[at] as ToolMessage);
    checkElided(history, at, pairs, expected.eligible, settings);
  }
  checkSuperseders(projection, pairs);
}

function checkStub(before: ToolMessage, after: ToolMessage): void {
  const { content: contentBefore, ...restBefore } = before;
  const { content: contentAfter, ...restAfter } = after;
  same(restAfter, restBefore, "only the text of a result changes");
  same(Object.keys(after), Object.keys(before), "fields keep their order");
  holds(Array.isArray(contentAfter) === Array.isArray(contentBefore), "the content keeps its form");
  const stub = textIn(contentAfter);
  holds(/^\[elided: [\x20-\x7e]+\]$/.test(stub), "a stub is one line of printable ASCII");
  holds(stub.length < textIn(contentBefore).length, "a stub is shorter than what it stands for");
}

function textIn(content: ToolMessage["content"]): string {
  if (typeof content === "string") return content;
  return content.map((part) => String(part["text" as never])).join("");
}

function checkElided(
  history: readonly Message[],
  at: number,
  pairs: readonly OraclePair[],
  eligible: number,
  { minAgeTurns, profile }: ResolvedSettings,
): void {
  const pair = pairs.find(({ resultAt }) => resultAt === at);
  holds(pair !== undefined, "only the result of a pair of the prefix is elided");
  holds(isSuccess(pair as OraclePair), "no error is elided");
  const younger = history
    .slice(at + 1, eligible)
    .filter((message) => message?.role === "assistant").length;
  holds(younger >= minAgeTurns, "nothing younger than the age is elided");
  holds(younger >= 1, "nothing of the last turn is elided");
  for (const path of pathsOf(pair as OraclePair, profile, ["read"])) {
    const isLast = pairs.every(
      (other) =>
        other.resultAt <= at || !pathsOf(other, profile, ["read", "change"]).includes(path),
    );
    holds(!isLast, "the last result of a path is never elided");
  }
}

/** Paths of what a successful pair says. */
function pathsOf(pair: OraclePair, profile: ToolProfile, kinds: readonly string[]): string[] {
  if (!isSuccess(pair)) return [];
  const text = textOf(pair.message.content);
  const observations = profile(pair.call, { text, isError: false });
  return observations.flatMap((each) =>
    kinds.includes(each.kind) && "path" in each ? [each.path] : [],
  );
}

function checkSuperseders({ elisions }: Projection, pairs: readonly OraclePair[]): void {
  const elided = new Set(elisions.map(({ callId }) => callId));
  for (const { callId, supersededBy, reason } of elisions) {
    const pair = pairs.find(({ call }) => call.id === callId) as OraclePair;
    const later = pairs.find(({ call }) => call.id === supersededBy);
    holds(later !== undefined && isSuccess(later), "a superseder is a success of the prefix");
    holds(isLater(later as OraclePair, pair), "a superseder is later");
    holds(
      reason === "stale_bg_output" || !elided.has(supersededBy),
      "the superseder of a read or search is not elided itself",
    );
  }
}

/** Ids, roles and order of a projection against those of its history. */
export function checkShape(history: readonly Message[], messages: readonly Message[]): void {
  holds(messages.length === history.length, "the number of messages stays");
  const shape = (message: Message): unknown => {
    const any = message as unknown as Record<string, unknown> | null;
    return [any?.["role"], any?.["callId"], message ? callsOf(message).map(({ id }) => id) : []];
  };
  same(messages.map(shape), history.map(shape), "order, roles and ids stay");
}
