import { isSuccess, wholeText } from "../../internal/content.ts";
import { observe } from "../../internal/observe.ts";
import type { Message, ToolMessage } from "../../message.ts";
import type { Elision } from "../../types.ts";
import type { QuotedBy, ResolvedSimulationSettings, SimulationStream } from "../types.ts";
import { editsOf } from "./edits-of.ts";
import { createLineFinder, type LineFinder } from "./line-finder.ts";
import { type CallWithResult, pairsOf } from "./pairs.ts";
import { createReadsByFile, type FileReads } from "./reads-by-file.ts";
import { createShownLines, placeOf, type ShownLines } from "./shown-lines.ts";
import { textPieces } from "./text-pieces.ts";

/** One request as it was sent with the governor. */
interface GovernedRequest {
  /** Index of the message that answered it. */
  readonly response: number;
  /** As the agent has them. */
  readonly context: readonly Message[];
  /** As they were sent. */
  readonly messages: readonly Message[];
  /** Their indices in the history. */
  readonly indices: readonly number[];
  readonly elided: ReadonlyMap<number, Elision>;
  /** Positions of what is elided, in a list that only grows, or is a new one. */
  readonly positions: readonly number[];
}

/**
 * Finds elided reads that were still needed. A read is, if an edit in the answer to a request
 *
 * - was made: the profile sees a change in its result,
 * - of a file that the read showed,
 * - and quotes a line that the read holds and that no message after the read shows in the request as
 *   it was sent: no later read, no earlier edit, no text of anybody.
 *
 * Lines are compared without the blanks around them and as a part of what is shown, so that line
 * numbers, signs of a diff and a quote that begins inside a line make no difference. Lines with fewer
 * than 8 letters and digits stand everywhere: they count only where a quote has no longer one. Of an
 * edit the first 1000 lines are looked at.
 */
export interface NeedFinder {
  neededBy(request: GovernedRequest): Needed;
}

/** What the answer to a request still needed. */
export interface Needed {
  /** Indices in the history of the elided results. */
  readonly reads: readonly number[];
  /** How many of its edits needed one. */
  readonly edits: number;
}

/**
 * Looking for a line goes back over messages until one shows it, mostly not far. Once more messages
 * than this for each of a request have been looked at, all that edits will quote is looked for at
 * once, which costs about as much.
 */
const VISITS_PER_MESSAGE = 16;

export function createNeedFinder(
  stream: SimulationStream,
  { profile, quotedBy }: ResolvedSimulationSettings,
  visitsPerMessage: number = VISITS_PER_MESSAGE,
): NeedFinder {
  const { history } = stream;
  let pairs: ReadonlyMap<string, CallWithResult> | undefined;
  let finder: LineFinder | undefined;
  /** What was gathered of requests that go on from each other: of all with the same list. */
  let known: readonly number[] | undefined;
  let taken = 0;
  let reads = createReadsByFile();
  let shown: ShownLines | undefined;
  let pieces = new WeakMap<Message, readonly string[]>();
  let visits = 0;

  function isShown(line: string, message: Message | undefined): boolean {
    if (typeof message !== "object" || message === null) return false;
    let found = pieces.get(message);
    if (!found) {
      found = textPieces(message);
      pieces.set(message, found);
    }
    return found.some((piece) => piece.includes(line));
  }

  /** Paths that a call's result says were read or changed. */
  function pathsOf(callId: string, kind: "read" | "change"): readonly string[] {
    pairs ??= pairsOf(history);
    const pair = pairs.get(callId);
    const result = pair && (history[pair.resultIndex] as ToolMessage);
    if (!pair || !result || !isSuccess(result)) return [];
    return observe(profile, pair.call, wholeText(result.content)).flatMap((observation) =>
      observation.kind === kind ? [observation.path] : [],
    );
  }

  /** Takes note of the reads among what was elided since the request before. */
  function takeReads({ positions, indices, elided }: GovernedRequest): void {
    if (positions !== known) {
      known = positions;
      taken = 0;
      reads = createReadsByFile();
      shown = undefined;
      visits = 0;
    }
    for (; taken < positions.length; taken += 1) {
      const position = positions[taken] as number;
      if (elided.get(position)?.reason !== "superseded_read") continue;
      const { callId } = history[indices[position] as number] as ToolMessage;
      for (const path of pathsOf(callId, "read")) reads.add(path, position);
    }
  }

  /** Takes in all of a request, if looking back has become dear. */
  function look(request: GovernedRequest): void {
    if (!shown && visits > visitsPerMessage * request.context.length) {
      finder ??= createLineFinder(quotedLines(stream, request.response, quotedBy));
      shown = createShownLines(finder);
      pieces = new WeakMap();
    }
    shown?.take(request);
  }

  /** Positions of a file's reads that show a line which nothing after them does. */
  function positionsNeeded(
    line: string,
    file: FileReads,
    request: GovernedRequest,
  ): readonly number[] {
    look(request);
    const places = shown?.placesOf(line);
    if (places) return neededAt(places, file, request);
    const { context, messages } = request;
    const needed: number[] = [];
    for (let at = messages.length - 1; at >= file.lowest; at -= 1) {
      visits += 1;
      if (file.has(at) && isShown(line, context[at])) needed.push(at);
      if (isShown(line, messages[at])) break;
    }
    return needed;
  }

  return {
    neededBy(request) {
      const found = new Set<number>();
      let needy = 0;
      for (const { call, lines } of quotedBy ? editsOf(history[request.response], quotedBy) : []) {
        takeReads(request);
        const file = reads.of(pathsOf(call.id, "change"));
        if (file.lowest === Number.POSITIVE_INFINITY) continue;
        const needed = lines.flatMap((line) => positionsNeeded(line, file, request));
        for (const position of needed) found.add(request.indices[position] as number);
        if (needed.length > 0) needy += 1;
      }
      return { reads: [...found], edits: needy };
    },
  };
}

/** The same by the places where a line is shown. */
function neededAt(
  places: readonly number[],
  file: FileReads,
  { elided }: GovernedRequest,
): readonly number[] {
  const needed: number[] = [];
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const place = places[at] as number;
    const position = place >> 1;
    const isElided = place === placeOf(position, true) && elided.has(position);
    if (position < file.lowest || !isElided) break;
    if (file.has(position)) needed.push(position);
  }
  return needed;
}

/** What edits quote from the request on that a message answers; one that fails fails when its turn comes. */
function quotedLines(
  { history, requests }: SimulationStream,
  from: number,
  quotedBy: QuotedBy | undefined,
): ReadonlySet<string> {
  const lines = new Set<string>();
  const first = requests.findIndex(({ response }) => response === from);
  for (const { response, isCopy } of quotedBy ? requests.slice(first) : []) {
    if (response === undefined || isCopy === true) continue;
    try {
      for (const edit of editsOf(history[response], quotedBy as QuotedBy)) {
        for (const line of edit.lines) lines.add(line);
      }
    } catch {}
  }
  return lines;
}
