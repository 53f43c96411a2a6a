import { addTexts } from "../../internal/texts.ts";
import type { Message } from "../../message.ts";
import type { ElisionReason } from "../../types.ts";
import type { ResolvedSimulationSettings, SimulationRequest, SimulationStream } from "../types.ts";
import { createColdClock } from "./cold-clock.ts";
import { createElisionRecord } from "./elision-record.ts";
import { createGovernedSide } from "./governed-side.ts";
import { sharedPrefix } from "./same-message.ts";
import { createSentContext } from "./sent-context.ts";
import { createNeedFinder, type Needed, type NeedFinder } from "./still-needed.ts";

/** One side of one request, in estimated tokens. */
export interface SentTokens {
  readonly tokens: number;
  /** Of these, in the prefix that it has in common with the request before. */
  readonly shared: number;
  /** It does not begin with all that the request before sent. */
  readonly isChanged: boolean;
}

/** One request on both sides. */
export interface ReplayedRequest {
  readonly request: SimulationRequest;
  readonly isCold: boolean;
  /** It is not the first, and could have rewritten what is cached without a loss. */
  readonly isMoment: boolean;
  readonly off: SentTokens;
  readonly on: SentTokens;
  /** Estimated tokens that it saves. */
  readonly saved: Readonly<Record<ElisionReason, number>>;
  /** Why: each result that this request carries as a stub, and no counted one before it did. */
  readonly newlyElided: readonly ElisionReason[];
  /** How many elided reads its answer was the first to need. */
  readonly newlyNeeded: number;
  /** How many edits of its answer needed an elided read. */
  readonly needyEdits: number;
}

const NOTHING_NEEDED: Needed = { reads: [], edits: 0 };

/** Sends a stream's requests one after the other, without the governor and with it. */
export function replay(
  stream: SimulationStream,
  settings: ResolvedSimulationSettings,
  needs: NeedFinder = createNeedFinder(stream, settings),
): readonly ReplayedRequest[] {
  const context = createSentContext(stream);
  const governed = createGovernedSide(settings);
  const isColdAt = createColdClock(settings.coldAfterMs);
  const record = createElisionRecord();
  /** Tokens before each position. */
  let sums: number[] = [0];
  let before: readonly Message[] = [];
  let lengthBefore = 0;

  return stream.requests.map((request, number): ReplayedRequest => {
    const isCold = isColdAt(request.timeMs) || number === 0;
    const isRewritten = context.moveTo(request.length);
    const { messages, indices } = context;
    if (isRewritten) {
      sums = [0];
      record.restart();
    }
    extendSums(sums, messages);
    const offShared = isRewritten ? sharedPrefix(before, messages) : lengthBefore;
    const sent = governed.send(messages, { isRewritten, isMoment: isCold || isRewritten });
    const { elided, saved } = governed;
    record.elide(sent.newlyElided, indices, elided);
    const isCounted = request.isCopy !== true;
    const hasAnswer = isCounted && request.response !== undefined && elided.size > 0;
    const needed = hasAnswer
      ? needs.neededBy({
          response: request.response as number,
          context: messages,
          messages: governed.messages,
          indices,
          elided,
          positions: governed.positions,
        })
      : NOTHING_NEEDED;
    const tokens = sums[messages.length] as number;
    const result: ReplayedRequest = {
      request,
      isCold,
      isMoment: number > 0 && (isCold || isRewritten),
      off: { tokens, shared: sums[offShared] as number, isChanged: offShared < lengthBefore },
      on: {
        tokens: tokens - saved.superseded_read - saved.stale_bg_output - saved.duplicate_search,
        shared: (sums[sent.shared] as number) - governed.savedBefore(sent.shared),
        isChanged: sent.shared < lengthBefore,
      },
      saved: { ...saved },
      newlyElided: isCounted ? record.takeElided() : [],
      newlyNeeded: record.need(needed.reads),
      needyEdits: needed.edits,
    };
    before = messages;
    lengthBefore = messages.length;
    return result;
  });
}

function extendSums(sums: number[], messages: readonly Message[]): void {
  for (let at = sums.length - 1; at < messages.length; at += 1) {
    const added = { segments: 0, tokens: 0 };
    addTexts(added, messages[at]);
    sums.push((sums[at] as number) + added.tokens);
  }
}
