import { z } from "zod";
import type { SimulationFigures, SimulationReport } from "./types.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const amount = z.number().min(0);
const byReason = z.strictObject({
  superseded_read: count,
  stale_bg_output: count,
  duplicate_search: count,
});
const apply = z.enum(["epochs", "cold"]);

const figures: z.ZodType<SimulationFigures> = z.strictObject({
  requests: count,
  copiedRequests: count,
  coldRequests: count,
  coldMoments: count.optional(),
  untimedRequests: count,
  reportedRequests: count,
  inputTokensOff: count,
  inputTokensOn: count,
  tokensSaved: count,
  savedShare: share,
  elided: count,
  elidedByReason: byReason,
  tokensSavedByReason: byReason,
  prefixChangesOff: count,
  prefixChangesOn: count,
  prefixChangesAdded: count,
  billOff: count,
  billOn: count,
  billRatio: amount,
  stillNeeded: count,
  stillNeededEdits: count,
  stillNeededShare: share,
});

const reportV1 = z.strictObject({
  schemaVersion: z.literal(1),
  settings: z.strictObject({
    minAgeTurns: z.int().min(1).max(20),
    epochMessages: z.int().min(0).max(1000),
    policyVersion: z.int().min(1),
    apply,
    priceInput: amount,
    priceCached: amount,
    priceCacheWrite: amount,
    coldAfterMs: amount,
    minCacheTokens: amount,
  }),
  sessions: z.array(
    z.strictObject({
      session: z.string(),
      path: z.string().nullable(),
      agent: z.string(),
      streams: z.array(
        z.strictObject({ id: z.string(), kind: z.enum(["main", "subagent"]), figures }),
      ),
      figures,
    }),
  ),
  agents: z.array(z.strictObject({ agent: z.string(), sessions: count, figures })),
  total: figures,
  sweep: z
    .array(
      z.strictObject({
        apply,
        minAgeTurns: z.int().min(1).max(20),
        epochMessages: z.int().min(0).max(1000).nullable(),
        figures,
      }),
    )
    .optional(),
});

/** The report of a simulation, version 1. */
export const simulationReportSchemaV1: z.ZodType<SimulationReport> = reportV1;

/** The report of a simulation, in every version that was ever written. */
export const simulationReportSchema: z.ZodType<SimulationReport> = z.discriminatedUnion(
  "schemaVersion",
  [reportV1],
);
