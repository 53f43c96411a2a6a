/**
 * Schemas of what is stored or sent. Needs the optional peer `zod`.
 *
 * @packageDocumentation
 */

import { z } from "zod";
import type { SessionList, SessionSummary } from "./session-summary.ts";
import type { AgentName, TranscriptDiagnostic } from "./types.ts";

export { sessionRecordSchema } from "./alisio/session-schema.ts";

const AGENTS: readonly [AgentName, ...AgentName[]] = [
  "claude-code",
  "codex",
  "gemini-cli",
  "pi",
  "copilot-cli",
  "opencode",
  "alisio",
  "swe-agent",
  "mini-swe-agent",
  "openhands",
  "trae-agent",
];

const millis: z.ZodNumber = z.number();

/** One entry of a list. JSON leaves out what is unknown. */
export const sessionSummarySchema: z.ZodType<SessionSummary> = z.object({
  agent: z.enum(AGENTS),
  id: z.string(),
  path: z.string(),
  modifiedAtMs: millis,
  sizeBytes: z.number().optional(),
  cwd: z.string().optional(),
  title: z.string().optional(),
  isSubagent: z.boolean(),
  parentId: z.string().optional(),
}) as unknown as z.ZodType<SessionSummary>;

const diagnosticSchema: z.ZodType<TranscriptDiagnostic> = z.object({
  code: z.string(),
  severity: z.enum(["error", "warning", "information"]),
  path: z.string().nullable(),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable(),
  message: z.string(),
}) as unknown as z.ZodType<TranscriptDiagnostic>;

/** The list of sessions, version 1. */
export const sessionListSchema: z.ZodType<SessionList> = z.object({
  schemaVersion: z.literal(1),
  sessions: z.array(sessionSummarySchema),
  diagnostics: z.array(diagnosticSchema),
});
