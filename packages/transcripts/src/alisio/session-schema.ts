import { contentSchema, messageSchema } from "@alisio/governor/schemas";
import { z } from "zod";
import { isRecordTime } from "./check-session-record.ts";
import {
  ALISIO_SESSION_FORMAT,
  ALISIO_SESSION_VERSION,
  FORBIDDEN_STATE_KEYS,
  type SessionRecord,
} from "./session-types.ts";

const name = z.string().min(1);
const count = z.int().min(0);
const at = z.string().refine(isRecordTime, "a time in UTC such as 2026-01-02T03:04:05.678Z");
/** What every record may carry: when it was written, and the run it belongs to. */
const base = { at, run: name.optional() };

const usage = z.looseObject({
  inputTokens: count.optional(),
  cacheReadTokens: count.optional(),
  cacheWriteTokens: count.optional(),
  outputTokens: count.optional(),
});

const records = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("session"),
    format: z.literal(ALISIO_SESSION_FORMAT),
    version: z.literal(ALISIO_SESSION_VERSION),
    at,
    sessionId: name,
    cwd: name,
    workspaceRoot: name.nullish(),
    agentVersion: name.optional(),
  }),
  z.looseObject({
    type: z.literal("run"),
    at,
    run: name,
    callId: name,
    parentRun: name.optional(),
  }),
  z.looseObject({
    type: z.literal("message"),
    ...base,
    message: messageSchema,
    model: name.optional(),
    usage: usage.optional(),
    injected: z.boolean().optional(),
  }),
  z.looseObject({
    type: z.literal("event"),
    ...base,
    id: z.int().min(1),
    event: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({
    type: z.literal("compaction"),
    ...base,
    trigger: z.enum(["auto", "manual"]),
    firstKept: count,
    checkpoint: z.string(),
    tokensBefore: count.optional(),
  }),
  z.looseObject({ type: z.literal("reduction"), ...base, callId: name, content: contentSchema }),
  z.looseObject({
    type: z.literal("state"),
    at,
    key: name.refine((key) => !FORBIDDEN_STATE_KEYS.includes(key), "grants are never stored"),
    value: z.unknown(),
  }),
]);

/**
 * The schema of one line of an Alisio session, version 1: what `encodeSessionRecord` writes and
 * `decodeSessionRecord` accepts. Unknown fields are kept.
 */
// JSON has no `undefined`, so that an optional field is absent here and there alike.
export const sessionRecordSchema: z.ZodType<SessionRecord> =
  records as unknown as z.ZodType<SessionRecord>;
