import { demand } from "./internal/demand.ts";
import { MAX_INSTRUCTION_CHARS, MAX_INSTRUCTIONS } from "./limits.ts";
import { readStoredInvariants } from "./read-stored-invariants.ts";
import type { AcceptedQuotes, Refusal, RefusalReason, SourceMessage } from "./types.ts";

/**
 * Judges the quotes of a summariser and returns the list to store. A quote is kept only if it is
 * a literal substring of one ordinary user message among those being summarised. The list only
 * grows: the oldest stay, and there is no way to remove a single one.
 *
 * A quote gets the first reason that applies of `empty` (white space only), `too_long` (over 500
 * UTF-16 units), `duplicate` (kept already), `not_verbatim` and `full` (20 are kept): `full`
 * therefore always means that a real instruction of the user found no room.
 *
 * @param candidates - The field `quotes` of the summariser's answer, as it is. What is no array
 * of strings is no mistake of the caller but a model's, and is passed over.
 * @param summarisedMessages - The messages that this compaction replaces. One counts as a source
 * when its `role` is `user` and its `ordinary` is exactly `true`.
 * @param stored - What the session holds under `contextInvariants`, as it is. A corrupted value is
 * ignored and reported in `diagnostics`; storing the result then replaces it.
 * @returns The value to store, what is new in it, and each refusal with its reason.
 * @throws {@link InvariantsError} `invalid_argument` when `summarisedMessages` is not an array.
 * @example
 * ```ts
 * const { stored, added, refusals } = acceptQuotes(
 *   ["Never use semicolons", "Be nice"],
 *   [{ role: "user", text: "Please: Never use semicolons.", ordinary: true }],
 *   undefined,
 * );
 * // stored.instructions and added are ["Never use semicolons"]
 * // refusals is [{ quote: "Be nice", reason: "not_verbatim" }]
 * ```
 */
export function acceptQuotes(
  candidates: unknown,
  summarisedMessages: readonly SourceMessage[],
  stored: unknown,
): AcceptedQuotes {
  const messages = summarisedMessages;
  demand(Array.isArray(messages), "summarisedMessages", messages, "an array");
  const { stored: before, diagnostics } = readStoredInvariants(stored);
  const kept = new Set(before.instructions);
  const texts = messages.filter(isSource).map((message) => message.text);
  const refusals: Refusal[] = [];
  for (const quote of Array.isArray(candidates) ? candidates : []) {
    if (typeof quote !== "string") continue;
    const reason = reasonAgainst(quote, kept, texts);
    if (reason) refusals.push({ quote, reason });
    else kept.add(quote);
  }
  const instructions = [...kept];
  const added = instructions.slice(before.instructions.length);
  return { stored: { version: 1, instructions }, added, refusals, diagnostics };
}

function reasonAgainst(
  quote: string,
  kept: ReadonlySet<string>,
  texts: readonly string[],
): RefusalReason | undefined {
  if (quote.trim() === "") return "empty";
  if (quote.length > MAX_INSTRUCTION_CHARS) return "too_long";
  if (kept.has(quote)) return "duplicate";
  if (!texts.some((text) => text.includes(quote))) return "not_verbatim";
  return kept.size < MAX_INSTRUCTIONS ? undefined : "full";
}

function isSource(message: SourceMessage | null | undefined): boolean {
  return message?.role === "user" && message.ordinary === true && typeof message.text === "string";
}
