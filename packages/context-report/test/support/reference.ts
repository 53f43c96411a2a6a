import { type Message, projectHistory, type Segment, segmentsOf } from "@alisio/governor";
import { profile } from "@alisio/governor/profiles/alisio";
import type { ContextReportInput } from "../../src/index.ts";

/** A standing as the table gives it, found by looking at everything again for every segment. */
export interface Expected {
  readonly criticality: string;
  readonly reason: string;
}

interface Told {
  readonly call: number;
  readonly result: number;
  readonly reads: readonly string[];
  readonly changes: readonly string[];
}

/** The standing of every segment of the history: slow, and written from the table alone. */
export function expectedStandings(
  { history, settings = {}, agentElisions = [] }: ContextReportInput,
  usedLater: (segment: number) => boolean,
): Expected[] {
  const removed = new Set(agentElisions);
  const sent = history.map((message) => {
    const isRemoved =
      message?.role === "tool" && removed.has(message.callId) && message.content !== undefined;
    return isRemoved ? ({ ...message, content: "", isError: true } as Message) : message;
  });
  const segments = segmentsOf(history);
  const firsts = firstPairs(history, segments);
  const told = firsts.flatMap((pair) => tell(pair, history, segments));
  const elidedIds = (epochs: object): Map<string, string> =>
    new Map(
      projectHistory(sent, { ...settings, ...epochs }).elisions.map((e) => [e.callId, e.reason]),
    );
  const now = elidedIds({});
  const next = elidedIds({ epochMessages: 0 });
  const assistants = history.flatMap((m, i) => (m?.role === "assistant" ? [i] : []));

  return segments.map((segment, position): Expected => {
    const { kind, messageIndex, callId = "" } = segment;
    const pair = firsts.find(({ result }) => result === position);
    const low = (reason: string): Expected => ({ criticality: "low", reason });
    const high = (reason: string): Expected => ({ criticality: "high", reason });
    const pinned = (reason: string): Expected => ({ criticality: "pinned", reason });
    if (pair && now.has(callId)) return low(now.get(callId) as string);
    if (kind === "tool_result" && removed.has(callId)) return low("empty");
    if (kind === "system") return pinned("instructions");
    if (kind === "user") return pinned("user_message");
    if (kind === "checkpoint") return pinned("checkpoint");
    if (assistants.length > 0 && messageIndex >= (assistants.at(-1) as number)) {
      return high("last_turn");
    }
    const isLatestChange = told.some(
      (one) =>
        (one.call === position || one.result === position) &&
        one.changes.some(
          (path) => !told.some((two) => two.result > one.result && two.changes.includes(path)),
        ),
    );
    if (isLatestChange) return high("latest_of_path");
    const isUsedRead = told.some(
      (one) =>
        one.result === position &&
        usedLater(position) &&
        one.reads.some(
          (path) =>
            !told.some(
              (two) =>
                (two.result > one.result && two.reads.includes(path)) ||
                (two.result >= one.result && two.changes.includes(path)),
            ),
        ),
    );
    if (isUsedRead) return high("used_later");
    const laterTurns = assistants.filter((index) => index > messageIndex).length;
    if (kind === "tool_result" && isError(history[messageIndex]) && laterTurns < 3) {
      return high("recent_error");
    }
    if (kind === "tool_result" && segment.text === "" && segment.nonTextParts === 0) {
      return low("empty");
    }
    if (pair && next.has(callId)) return low("next_epoch");
    return { criticality: "normal", reason: "default" };
  });
}

function isError(message: unknown): boolean {
  const { isError: flag } = message as { isError?: unknown };
  return !(flag === undefined || flag === null || flag === false);
}

/** The first call of each id and the first result after it, as positions of segments. */
function firstPairs(
  history: readonly Message[],
  segments: readonly Segment[],
): { call: number; result: number }[] {
  return segments.flatMap((segment, result) => {
    if (segment.kind !== "tool_result" || segment.callId === undefined) return [];
    const content: unknown = (history[segment.messageIndex] as { content?: unknown }).content;
    if (typeof content !== "string" && !Array.isArray(content)) return [];
    const of = (kind: string) => (one: Segment) =>
      one.kind === kind && one.callId === segment.callId;
    const call = segments.findIndex(of("tool_call"));
    if (call < 0 || call > result) return [];
    const isFirst = !segments.some((one, i) => {
      const other = (history[one.messageIndex] as { content?: unknown }).content;
      const holds = typeof other === "string" || Array.isArray(other);
      return i > call && i < result && of("tool_result")(one) && holds;
    });
    return isFirst ? [{ call, result }] : [];
  });
}

function tell(
  { call, result }: { call: number; result: number },
  history: readonly Message[],
  segments: readonly Segment[],
): Told[] {
  const { messageIndex, text, nonTextParts } = segments[result] as Segment;
  if (isError(history[messageIndex])) return [];
  const maker = segments[call] as Segment;
  const calls = (history[maker.messageIndex] as { calls?: { id: string }[] }).calls ?? [];
  const made = calls.find((one) => one?.id === maker.callId);
  const seen = profile(made as never, { text: nonTextParts > 0 ? null : text, isError: false });
  const paths = (kind: string): string[] =>
    seen.flatMap((one) => (one.kind === kind && "path" in one ? [one.path] : []));
  return [{ call, result, reads: paths("read"), changes: paths("change") }];
}
