import type { ContextReport } from "@alisio/context-report";
import { contextReportSchema as reportSchema } from "@alisio/context-report/schemas";
import { z } from "zod";
import type {
  ErrorBody,
  SessionContext,
  SessionEntry,
  SessionEvent,
  SessionListing,
} from "./types.ts";

const count = z.int().min(0);
const dateTime = z.iso.datetime({ offset: true });
const version = z.literal(1);

/** An id of a session in paths: as {@link sessionListingSchema} gives it. */
export const sessionIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/);

/** One session of the list. */
export const sessionEntrySchema: z.ZodType<SessionEntry> = z.strictObject({
  id: sessionIdSchema,
  agent: z.string(),
  title: z.string().nullable(),
  directory: z.string().nullable(),
  modifiedAt: dateTime,
  bytes: count.nullable(),
  hasEvents: z.boolean(),
});

/** `GET /api/sessions`, version 1. */
export const sessionListingSchema: z.ZodType<SessionListing> = z.strictObject({
  schemaVersion: version,
  sessions: z.array(sessionEntrySchema),
  more: count,
});

/** `GET /api/sessions/{sid}/context`, version 1. */
export const sessionContextSchema: z.ZodType<SessionContext> = z.strictObject({
  schemaVersion: version,
  tokens: count,
  window: count.nullable(),
  compactAt: count.nullable(),
  messages: count,
  compactions: count,
});

/** `GET /api/sessions/{sid}/context/report`: the report of `@alisio/context-report`. */
export const contextReportSchema: z.ZodType<ContextReport> = reportSchema;

/** The `data` of one server-sent event, version 1. */
export const sessionEventSchema: z.ZodType<SessionEvent> = z.looseObject({
  schemaVersion: version,
  id: z.int().min(1),
  at: dateTime,
  run: z.string().optional(),
  event: z.looseObject({ type: z.string() }),
}) as z.ZodType<SessionEvent>;

/** Every answer that is no success, version 1. */
export const errorBodySchema: z.ZodType<ErrorBody> = z.strictObject({
  schemaVersion: version,
  error: z.strictObject({ code: z.string(), message: z.string() }),
});

/** `GET /api/openapi.json`: as much of it as a client needs to know that it is one. */
export const openApiDocumentSchema: z.ZodType<Readonly<Record<string, unknown>>> = z.looseObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
});
