import type { Message } from "../message.ts";
import type { Elision, ElisionReason, Totals } from "../types.ts";
import { addTexts, type Sums } from "./texts.ts";

/** Counts messages, segments and tokens as they come, and finds the ends of epochs. */
export interface Meter {
  add(message: Message | null | undefined): void;
  addElision(elision: Elision): void;
  /** Length of the prefix that ends with the last whole epoch. */
  epochEnd(): number;
  totals(): Totals;
}

/** A meter at the beginning of a history. */
export function createMeter(epochMessages: number): Meter {
  const elidedByReason: Record<ElisionReason, number> = {
    superseded_read: 0,
    stale_bg_output: 0,
    duplicate_search: 0,
  };
  const sums: Sums = { segments: 0, tokens: 0 };
  let messages = 0;
  let counted = 0;
  let epochEnd = 0;
  let elided = 0;
  let tokensSaved = 0;

  return {
    add(message) {
      messages += 1;
      if (message?.role !== "system") {
        counted += 1;
        if (counted % epochMessages === 0) epochEnd = messages;
      }
      addTexts(sums, message);
    },
    addElision(elision) {
      elided += 1;
      elidedByReason[elision.reason] += 1;
      tokensSaved += elision.tokensSaved;
    },
    epochEnd: () => (epochMessages === 0 ? messages : epochEnd),
    totals: () => ({
      messages,
      segments: sums.segments,
      elided,
      elidedByReason: { ...elidedByReason },
      tokensBefore: sums.tokens,
      tokensAfter: sums.tokens - tokensSaved,
    }),
  };
}
