import { GovernorError } from "../../errors.ts";
import { describe } from "../../internal/describe.ts";
import { isCall } from "../../internal/pairing.ts";
import { callsOf } from "../../internal/texts.ts";
import type { Message, ToolCall } from "../../message.ts";
import type { QuotedBy } from "../types.ts";

/** A call that quotes what it replaces. */
export interface Edit {
  readonly call: ToolCall;
  /** Without the blanks around them; each once. */
  readonly lines: readonly string[];
}

/**
 * The edits of an answer, with the lines by which their quotes can be recognised: those with at least
 * 8 letters and digits, or, where a quote has none, those with any.
 *
 * @throws GovernorError `profile_failed` if `quotedBy` throws
 */
export function editsOf(response: Message | undefined, quotedBy: QuotedBy): readonly Edit[] {
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
