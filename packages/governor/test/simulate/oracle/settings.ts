import type { QuotedBy } from "../../../src/simulate/types.ts";
import type { ToolProfile } from "../../../src/types.ts";

/** What is simulated, all of it. */
export interface OracleSettings {
  readonly minAgeTurns: number;
  readonly epochMessages: number;
  readonly apply: "epochs" | "cold";
  readonly profile: ToolProfile;
  readonly quotedBy: QuotedBy;
  readonly priceInput: number;
  readonly priceCached: number;
  readonly priceCacheWrite: number;
  readonly coldAfterMs: number;
  readonly minCacheTokens: number;
}
