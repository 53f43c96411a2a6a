/**
 * Schemas of what the agent tells and stores, for zod 4: its events, and the values that its session
 * files hold as state. The records themselves are `sessionRecordSchema` of `@alisio/transcripts`.
 *
 * @packageDocumentation
 */

import { contextGovernedEventSchemaV1 } from "@alisio/governor/schemas";
import { storedInvariantsSchema } from "@alisio/invariants/schemas";
import { z } from "zod";
import { MAX_PREVIEW_UNITS } from "./internal/one-line.ts";
import type { AgentEvent, AgentEventEnvelope } from "./types-event.ts";
import type { GovernanceSettings } from "./types-runner.ts";

const count = z.int().min(0);
const name = z.string().min(1);
/** One line of at most 200 UTF-16 units. */
const preview = z
  .string()
  .max(MAX_PREVIEW_UNITS)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that they are absent is what is checked
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/);
const effect = z.enum(["none", "read", "write", "process"]);
const end = z.enum(["completed", "failed", "interrupted", "limit"]);
const problem = z.strictObject({ code: name, message: z.string() });
const usage = z.strictObject({
  inputTokens: count.optional(),
  cacheReadTokens: count.optional(),
  cacheWriteTokens: count.optional(),
  outputTokens: count.optional(),
});
const event = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape });
const callOf = { callId: z.string(), tool: z.string() };

const eventsV1 = [
  event("run.started", { sessionId: z.string(), input: z.enum(["prompt", "resume", "task"]) }),
  event("request.started", {
    request: z.int().min(1),
    model: z.string(),
    messages: count,
    tokens: count,
  }),
  event("text.delta", { text: z.string() }),
  event("assistant.message", {
    text: z.string(),
    calls: z.array(z.strictObject(callOf)),
    finishReason: z.enum(["stop", "tool-calls", "length", "content-filter", "other"]),
    usage: usage.optional(),
  }),
  event("tool.started", { ...callOf, effect, preview }),
  event("tool.output", { callId: z.string(), text: z.string() }),
  event("tool.finished", {
    ...callOf,
    isError: z.boolean(),
    characters: count,
    durationMs: z.number().min(0),
    preview: preview.optional(),
  }),
  event("approval.requested", { ...callOf, effect, preview, directory: preview.optional() }),
  event("approval.resolved", { callId: z.string(), decision: z.enum(["once", "session", "deny"]) }),
  event("instructions.attached", {
    callId: z.string(),
    paths: z.array(preview),
    returned: z.boolean(),
  }),
  event("context_reduced", {
    reason: z.literal("budget"),
    results: z.int().min(1),
    tokensSaved: z.int(),
  }),
  event("context.compacted", {
    trigger: z.enum(["auto", "manual"]),
    messages: count,
    tokensBefore: count,
    tokensAfter: count,
    quotesAdded: count,
    quotesRefused: z.record(z.string(), count),
  }),
  event("model.failed", { problem, attempt: z.int().min(1), retryInMs: count.optional() }),
  event("skill.loaded", { name: z.string(), bytes: count }),
  event("task.finished", { callId: z.string(), end }),
  event("background.exited", { id: z.string(), exitCode: z.int().nullable() }),
  event("state.changed", { key: name }),
  event("notice", { problem }),
  event("run.finished", { end, requests: count, usage, problem: problem.optional() }),
] as const;

/** An event, version 1. */
export const agentEventSchemaV1: z.ZodType<AgentEvent> = z.union([
  z.discriminatedUnion("type", eventsV1),
  contextGovernedEventSchemaV1,
]) as unknown as z.ZodType<AgentEvent>;

const envelopeV1 = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.int().min(1).optional(),
  at: z.iso.datetime(),
  run: name.optional(),
  event: agentEventSchemaV1,
});

/** One line of `alisio run --json`, in every version that was ever written. */
export const agentEventEnvelopeSchema: z.ZodType<AgentEventEnvelope> = z.discriminatedUnion(
  "schemaVersion",
  [envelopeV1],
) as unknown as z.ZodType<AgentEventEnvelope>;

/** The session's value `governance`: what the governor was last set to. */
export const governanceStateSchema: z.ZodType<GovernanceSettings> = z.object({
  mode: z.enum(["off", "shadow", "on"]),
  minAgeTurns: z.int().min(1).max(20),
  epochMessages: z.int().min(0).max(1000),
  policyVersion: z.literal(1).optional(),
  maxInvariantCharacters: z.int().min(1000).max(20_000),
}) as unknown as z.ZodType<GovernanceSettings>;

/** The values that a session's state records hold, by key. */
export const sessionStateSchemas: {
  readonly goal: z.ZodType;
  readonly plan: z.ZodType;
  readonly criteria: z.ZodType;
  readonly contextInvariants: z.ZodType;
  readonly governance: z.ZodType;
  readonly contextBudget: z.ZodType;
} = {
  goal: z.object({ objective: z.string(), status: z.string() }),
  plan: z.object({
    title: z.string(),
    revision: count,
    hash: z.string().regex(/^[0-9a-f]{8,128}$/i),
    status: z.string(),
    text: z.string().optional(),
  }),
  criteria: z.array(
    z.object({ text: z.string(), required: z.boolean(), applicable: z.boolean().optional() }),
  ),
  contextInvariants: storedInvariantsSchema,
  governance: governanceStateSchema,
  contextBudget: z.object({ window: count.nullable(), compactAt: count.nullable() }),
};
