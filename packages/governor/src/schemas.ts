/**
 * Schemas of everything that may be stored or sent. Needs the optional peer `zod`; the package root
 * checks settings without it.
 *
 * @packageDocumentation
 */

import { z } from "zod";
import type { Message, ToolMessage } from "./message.ts";
import { CURRENT_POLICY_VERSION } from "./resolve-settings.ts";
import type { ContextGovernedEvent, GovernorSettings, ToolProfile } from "./types.ts";

const count: z.ZodNumber = z.int().min(0);

const policyFields = {
  mode: z.enum(["off", "shadow", "on"]).optional(),
  minAgeTurns: z.int().min(1).max(20).optional(),
  epochMessages: z.int().min(0).max(1000).optional(),
  eligibleMessages: count.optional(),
  policyVersion: z.int().min(1).max(CURRENT_POLICY_VERSION).optional(),
};

/** What may be stored of the settings: all but the tool profile, which is code. */
export type GovernorPolicy = Omit<GovernorSettings, "profile">;

/**
 * Settings as they are stored, policy version 1. `eligibleMessages` is checked against the length
 * of the history only where there is one.
 */
export const governorPolicySchema: z.ZodType<GovernorPolicy> = z.strictObject(policyFields);

/** Settings as they are passed, with a tool profile. */
export const governorSettingsSchema: z.ZodType<GovernorSettings> = z.strictObject({
  ...policyFields,
  profile: z
    .custom<ToolProfile>(
      (value) => typeof value === "function",
      "expected a tool profile (a function)",
    )
    .optional(),
});

const part = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.string().refine((type) => type !== "text") }),
]);

/** The content of a result: a text, or parts. */
export const contentSchema: z.ZodType<ToolMessage["content"]> = z.union([
  z.string(),
  z.array(part),
]);

const toolCall = z.looseObject({ id: z.string(), name: z.string(), args: z.unknown() });

/** A message of the canonical history. Unknown fields pass. */
export const messageSchema: z.ZodType<Message> = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("system"), text: z.string() }),
  z.looseObject({
    role: z.literal("user"),
    text: z.string(),
    kind: z.enum(["message", "checkpoint"]).optional(),
  }),
  z.looseObject({
    role: z.literal("assistant"),
    text: z.string(),
    calls: z.array(toolCall).optional(),
    providerData: z.unknown().optional(),
  }),
  z.looseObject({
    role: z.literal("tool"),
    callId: z.string(),
    content: contentSchema,
    isError: z.boolean().nullish(),
  }),
]);

const elidedByReason = z.strictObject({
  superseded_read: count,
  stale_bg_output: count,
  duplicate_search: count,
});

const toolUsage = z.strictObject({ tool: z.string(), seen: count, used: count, reread: count });

const eventV1 = z.strictObject({
  type: z.literal("context_governed"),
  version: z.literal(1),
  mode: z.enum(["shadow", "on"]),
  policyVersion: z.int().min(1),
  request: z.int().min(1),
  messages: count,
  segments: count,
  elided: count,
  elidedByReason,
  tokensBefore: count,
  tokensAfter: count,
  newlyElided: z.array(z.string()).max(32),
  newlyElidedOmitted: count,
  usage: z.strictObject({ tools: z.array(toolUsage), notAttributable: count }),
});

/** The event of one request, version 1. */
export const contextGovernedEventSchemaV1: z.ZodType<ContextGovernedEvent> = eventV1;

/** The event of one request, in every version that was ever written. */
export const contextGovernedEventSchema: z.ZodType<ContextGovernedEvent> = z.discriminatedUnion(
  "version",
  [eventV1],
);

export { simulationReportSchema, simulationReportSchemaV1 } from "./simulate/simulation-schema.ts";
