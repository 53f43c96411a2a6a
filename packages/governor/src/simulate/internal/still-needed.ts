import { GovernorError } from "../../errors.ts";
import { isSuccess, wholeText } from "../../internal/content.ts";
import { describe } from "../../internal/describe.ts";
import { getOrMake } from "../../internal/get-or-make.ts";
import { observe } from "../../internal/observe.ts";
import { isCall } from "../../internal/pairing.ts";
import { callsOf } from "../../internal/texts.ts";
import type { Message, ToolCall, ToolMessage } from "../../message.ts";
import type { Elision } from "../../types.ts";
import type { QuotedBy, ResolvedSimulationSettings, SimulationStream } from "../types.ts";
import { type CallWithResult, pairsOf } from "./pairs.ts";
import { fileName, isSameFile } from "./same-file.ts";
import { textPieces } from "./text-pieces.ts";

/** One request as it was sent with the governor. */
interface GovernedRequest {
  /** Index of the message that answered it. */
  readonly response: number;
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

export function createNeedFinder(
  { history }: SimulationStream,
  { profile, quotedBy }: ResolvedSimulationSettings,
): NeedFinder {
  let pairs: ReadonlyMap<string, CallWithResult> | undefined;
  const pieces = new WeakMap<Message, readonly string[]>();
  /** Elided reads by the name of their file, and how far they are taken from which list. */
  const byName = new Map<string, { readonly path: string; readonly position: number }[]>();
  let known: readonly number[] | undefined;
  let taken = 0;

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

  /** Takes note of the reads among what was elided since the request before. */
  function takeReads({ positions, indices, elided }: GovernedRequest): void {
    if (positions !== known) {
      known = positions;
      taken = 0;
      byName.clear();
    }
    for (; taken < positions.length; taken += 1) {
      const position = positions[taken] as number;
      if (elided.get(position)?.reason !== "superseded_read") continue;
      const result = history[indices[position] as number] as ToolMessage;
      for (const path of pathsOf(result.callId, "read")) {
        getOrMake(byName, fileName(path), () => []).push({ path, position });
      }
    }
  }

  /** Positions of the elided reads of a file. */
  function readsOf(request: GovernedRequest, changed: readonly string[]): ReadonlySet<number> {
    takeReads(request);
    return new Set(
      changed.flatMap((path) =>
        (byName.get(fileName(path)) ?? []).flatMap((read) =>
          isSameFile(read.path, path) ? [read.position] : [],
        ),
      ),
    );
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
    neededBy(request) {
      const { response, messages, indices } = request;
      const reads = new Set<number>();
      let needy = 0;
      for (const { call, lines } of quotedBy ? editsOf(history[response], quotedBy) : []) {
        let isNeedy = false;
        for (const position of readsOf(request, pathsOf(call.id, "change"))) {
          const index = indices[position] as number;
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

interface Edit {
  readonly call: ToolCall;
  readonly lines: readonly string[];
}

function editsOf(response: Message | undefined, quotedBy: QuotedBy): readonly Edit[] {
  if (response?.role !== "assistant") return [];
  return callsOf(response)
    .filter(isCall)
    .map((call) => ({ call, lines: linesOf(quotesOf(call, quotedBy)) }))
    .filter(({ lines }) => lines.length > 0);
}

/** An edit that rewrites more has rewritten the file: what stands further down tells no more. */
const MAX_LINES = 1000;

function linesOf(quotes: readonly string[]): readonly string[] {
  return [...new Set(quotes.flatMap(tellingLines))].slice(0, MAX_LINES);
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

/** Counted no further than it matters. */
function lettersIn(line: string): number {
  let letters = 0;
  for (const _ of line.matchAll(LETTERS_AND_DIGITS)) {
    letters += 1;
    if (letters === MIN_TELLING) break;
  }
  return letters;
}
