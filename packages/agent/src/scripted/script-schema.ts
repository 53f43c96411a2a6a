import { z } from "zod";
import type { TurnScript } from "./types-script.ts";

const tokens = z.int().min(0);
const milliseconds = z.int().min(0).max(3_600_000);

const failure = z.strictObject({
  code: z.enum([
    "rate_limited",
    "server_error",
    "unauthorised",
    "bad_request",
    "context_overflow",
    "dropped",
    "malformed_stream",
    "timeout",
    "aborted",
  ]),
  message: z.string().exactOptional(),
  retryAfterMs: milliseconds.exactOptional(),
  retryable: z.boolean().exactOptional(),
  afterPieces: z.int().min(0).exactOptional(),
});

const call = z.strictObject({
  tool: z.string().min(1),
  args: z.unknown().optional(),
  id: z.string().min(1).exactOptional(),
});

const turn = z.strictObject({
  text: z.string().exactOptional(),
  json: z.unknown().optional(),
  calls: z.array(call).exactOptional(),
  finishReason: z.enum(["stop", "tool-calls", "length", "content-filter", "other"]).exactOptional(),
  usage: z
    .strictObject({
      inputTokens: tokens.exactOptional(),
      cacheReadTokens: tokens.exactOptional(),
      cacheWriteTokens: tokens.exactOptional(),
      outputTokens: tokens.exactOptional(),
    })
    .nullable()
    .exactOptional(),
  pieceLength: z.int().min(1).exactOptional(),
  pieceDelayMs: milliseconds.exactOptional(),
  failures: z.array(failure).exactOptional(),
});

/** A turn script, version 1: an unknown key is an error. */
export const turnScriptSchema: z.ZodType<TurnScript> = z.strictObject({
  schemaVersion: z.literal(1),
  name: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  description: z.string().exactOptional(),
  prompt: z.string().min(1).exactOptional(),
  contextWindow: z.int().min(1).max(100_000_000).exactOptional(),
  governance: z
    .strictObject({
      mode: z.enum(["off", "shadow", "on"]).exactOptional(),
      minAgeTurns: z.int().min(1).max(20).exactOptional(),
      epochMessages: z.int().min(0).max(1000).exactOptional(),
    })
    .exactOptional(),
  compaction: z
    .strictObject({
      auto: z.boolean().exactOptional(),
      threshold: z.number().gt(0).max(1).exactOptional(),
      keepTurns: z.int().min(0).max(1000).exactOptional(),
    })
    .exactOptional(),
  goal: z.string().min(1).exactOptional(),
  plan: z
    .strictObject({
      title: z.string().min(1),
      revision: z.int().min(0),
      hash: z.string().regex(/^[0-9a-fA-F]{8,}$/),
      status: z.string(),
      text: z.string().exactOptional(),
    })
    .exactOptional(),
  criteria: z
    .array(
      z.strictObject({
        text: z.string().min(1),
        required: z.boolean(),
        applicable: z.boolean().exactOptional(),
      }),
    )
    .exactOptional(),
  turns: z.array(turn),
  tasks: z
    .array(z.strictObject({ match: z.string().exactOptional(), turns: z.array(turn) }))
    .exactOptional(),
  summaries: z.array(turn).exactOptional(),
});
