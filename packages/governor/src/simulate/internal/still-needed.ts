import { GovernorError } from "../../errors.ts";
import { isSuccess, wholeText } from "../../internal/content.ts";
import { describe } from "../../internal/describe.ts";
import { observe } from "../../internal/observe.ts";
import { isCall } from "../../internal/pairing.ts";
import { callsOf } from "../../internal/texts.ts";
import type { Message, ToolCall, ToolMessage } from "../../message.ts";
import type { Elision } from "../../types.ts";
import type { QuotedBy, ResolvedSimulationSettings, SimulationStream } from "../types.ts";
import { type CallWithResult, pairsOf } from "./pairs.ts";
import { isSameFile } from "./same-file.ts";
import { textPieces } from "./text-pieces.ts";

/** One request as it was sent with the governor. */
export interface GovernedRequest {
  /** Index of the message that answered it. */
  readonly response: number;
  readonly messages: readonly Message[];
  /** Their indices in the history. */
  readonly indices: readonly number[];
  readonly elided: ReadonlyMap<number, Elision>;
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
 * than 8 letters and digits stand everywhere: they count only where a quote has no longer one.
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

export function createNeedFinder(
  { history }: SimulationStream,
  { profile, quotedBy }: ResolvedSimulationSettings,
): NeedFinder {
  let pairs: ReadonlyMap<string, CallWithResult> | undefined;
  const pieces = new WeakMap<Message, readonly string[]>();
  const readPaths = new Map<number, readonly string[]>();

  function piecesOf(message: Message): readonly string[] {
    if (typeof message !== "object" || message === null) return [];
    const known = pieces.get(message);
    if (known) return known;
    const found = textPieces(message);
    pieces.set(message, found);
    return found;
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

  function pathsReadBy(index: number): readonly string[] {
    const known = readPaths.get(index);
    if (known) return known;
    const paths = pathsOf((history[index] as ToolMessage).callId, "read");
    readPaths.set(index, paths);
    return paths;
  }

  function isShown(line: string, message: Message): boolean {
    return piecesOf(message).some((piece) => piece.includes(line));
  }

  function isShownAfter(line: string, position: number, messages: readonly Message[]): boolean {
    for (let at = messages.length - 1; at > position; at -= 1) {
      if (isShown(line, messages[at] as Message)) return true;
    }
    return false;
  }

  return {
    neededBy({ response, messages, indices, elided }) {
      const reads = new Set<number>();
      let needy = 0;
      for (const { call, lines } of quotedBy ? editsOf(history[response], quotedBy) : []) {
        const changed = pathsOf(call.id, "change");
        let isNeedy = false;
        for (const [position, { reason }] of changed.length > 0 ? elided : []) {
          const index = indices[position] as number;
          if (reason !== "superseded_read" || !isOneOf(pathsReadBy(index), changed)) continue;
          const whole = history[index] as Message;
          const isNeeded = lines.some(
            (line) => isShown(line, whole) && !isShownAfter(line, position, messages),
          );
          if (isNeeded) reads.add(index);
          isNeedy ||= isNeeded;
        }
        if (isNeedy) needy += 1;
      }
      return { reads: [...reads], edits: needy };
    },
  };
}

function isOneOf(read: readonly string[], changed: readonly string[]): boolean {
  return read.some((path) => changed.some((other) => isSameFile(path, other)));
}

interface Edit {
  readonly call: ToolCall;
  readonly lines: readonly string[];
}

function editsOf(response: Message | undefined, quotedBy: QuotedBy): readonly Edit[] {
  if (response?.role !== "assistant") return [];
  return callsOf(response)
    .filter(isCall)
    .map((call) => ({ call, lines: [...new Set(quotesOf(call, quotedBy).flatMap(tellingLines))] }))
    .filter(({ lines }) => lines.length > 0);
}

function quotesOf(call: ToolCall, quotedBy: QuotedBy): readonly string[] {
  try {
    return quotedBy(call);
  } catch (cause) {
    const message = `quotedBy threw for a call of ${describe(call.name)}; see the cause`;
    throw new GovernorError("profile_failed", message, { field: "quotedBy", cause });
  }
}

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;
/** What `} else {` has not, nor `return;`. */
const MIN_TELLING = 8;

/**
 * The lines by which a quote can be recognised: those with so many letters and digits, or, where
 * none has, those with any.
 */
function tellingLines(quote: string): readonly string[] {
  const lines = quote.split("\n").map((line) => line.trim());
  const long = lines.filter((line) => lettersIn(line) >= MIN_TELLING);
  return long.length > 0 ? long : lines.filter((line) => lettersIn(line) > 0);
}

function lettersIn(line: string): number {
  return line.match(LETTERS_AND_DIGITS)?.length ?? 0;
}
