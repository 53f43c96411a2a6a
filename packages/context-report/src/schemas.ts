/**
 * Schemas of the report, and its JSON Schema. Needs the optional peer `zod`.
 *
 * @packageDocumentation
 */

import { z } from "zod";
import { CRITICALITIES, ELISION_REASONS, KINDS } from "./internal/draft.ts";
import { MAX_LISTED_SEGMENTS } from "./limits.ts";
import type { ContextReport, MeasuredContextReport, OffContextReport } from "./types.ts";

const count: z.ZodNumber = z.int().min(0);
const known = count.nullable();
const tokens = { tokensBefore: count, tokensAfter: count };
const hash = z.string().regex(/^[0-9a-f]{8}$/);
const elisionReason = z.enum(ELISION_REASONS);
const criticality = z.enum(CRITICALITIES);
const kind = z.enum(KINDS);
const reason = z.enum([
  "instructions",
  "user_message",
  "checkpoint",
  "invariants",
  "last_turn",
  "latest_of_path",
  "used_later",
  "recent_error",
  ...ELISION_REASONS,
  "empty",
  "next_epoch",
  "default",
]);

const segment = z.strictObject({
  id: z.string().regex(/^(?:i\d+|m\d+\.\d+|invariants)$/),
  index: count,
  offset: count,
  kind,
  messageIndex: known,
  source: z.string(),
  morePaths: count,
  instructionKind: z.string().nullable(),
  tool: z.string().nullable(),
  callHash: hash.nullable(),
  ...tokens,
  criticality,
  reason,
  elision: z
    .strictObject({
      reason: elisionReason,
      supersededBy: z.string(),
      supersededByHash: hash,
      tokensSaved: count,
      applied: z.boolean(),
    })
    .nullable(),
  agentElided: z.strictObject({ tokens: count }).nullable(),
  usedLater: z.boolean().nullable(),
  isError: z.boolean(),
  nonTextParts: count,
});

const totals = z.strictObject({
  messages: count,
  segments: count,
  nonTextParts: count,
  ...tokens,
  tokensSaved: count,
  elided: count,
  elidedByReason: z.strictObject({
    superseded_read: count,
    stale_bg_output: count,
    duplicate_search: count,
  }),
  byKind: z.array(z.strictObject({ kind, segments: count, ...tokens })),
  byTool: z.array(
    z.strictObject({
      tool: z.string().nullable(),
      calls: count,
      results: count,
      elided: count,
      callTokens: count,
      ...tokens,
    }),
  ),
  byCriticality: z.array(z.strictObject({ criticality, segments: count, ...tokens })),
});

const left = z.strictObject({ count, ...tokens });

const identity = {
  schemaVersion: z.literal(1),
  session: z.string(),
  madeAt: z.iso.datetime({ offset: true }),
};

const off = z.strictObject({ ...identity, mode: z.literal("off") });

const measured = z.strictObject({
  ...identity,
  mode: z.enum(["shadow", "on"]),
  policyVersion: z.int().min(1),
  settings: z.strictObject({
    minAgeTurns: count,
    epochMessages: count,
    eligibleMessages: known,
  }),
  estimator: z.literal("chars/4"),
  root: z.string().nullable(),
  totals,
  reportedUsage: z
    .strictObject({
      inputTokens: known,
      cacheReadTokens: known,
      cacheWriteTokens: known,
      outputTokens: known,
      beforeMessage: known,
      estimatedTokens: known,
    })
    .nullable(),
  segments: z.array(segment).max(MAX_LISTED_SEGMENTS),
  leftOut: z.strictObject({ pinned: left, high: left, normal: left, low: left }),
  compactions: z.strictObject({
    count,
    positions: z.array(z.strictObject({ position: count, tokensBefore: known })),
  }),
  agentElisions: z.strictObject({ count, tokens: count }),
  invariants: z
    .strictObject({
      total: count,
      byKind: z.strictObject({
        instruction: count,
        goal: count,
        plan: count,
        criterion: count,
        grant: count,
      }),
      omitted: count,
    })
    .nullable(),
  usage: z
    .strictObject({
      tools: z.array(z.strictObject({ tool: z.string(), seen: count, used: count, reread: count })),
      notAttributable: z.array(z.strictObject({ tool: z.string(), seen: count })),
    })
    .nullable(),
});

/** A report of a session whose governor is off, version 1. */
export const offContextReportSchemaV1: z.ZodType<OffContextReport> = off;

/** A report of a session whose governor is `shadow` or `on`, version 1. */
export const measuredContextReportSchemaV1: z.ZodType<MeasuredContextReport> = measured;

/** A report, in every version that was ever written. */
export const contextReportSchema: z.ZodType<ContextReport> = z.discriminatedUnion("mode", [
  off,
  measured,
]);

/**
 * The report's JSON Schema (draft 2020-12), the one that ships as `context-report.schema.json`.
 *
 * @example
 * ```ts
 * const text = JSON.stringify(contextReportJsonSchema(), null, 2);
 * ```
 */
export function contextReportJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(contextReportSchema, { target: "draft-2020-12" });
  return { $schema, title: "Context report", ...schema };
}
