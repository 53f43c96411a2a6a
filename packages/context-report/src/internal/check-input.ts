import { ContextReportError } from "../errors.ts";
import type { ContextReportInput, InstructionInput, UsageSource } from "../types-input.ts";
import { type OptionNames, takeOptions } from "./arguments.ts";
import { demand, demandCount, demandList } from "./demand.ts";
import { isRecord } from "./is-record.ts";
import { isAbsolutePath } from "./path-segments.ts";

const INSTANT =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const INVARIANT_KINDS = ["instruction", "goal", "plan", "criterion", "grant"] as const;
const REPORTED_COUNTS = [
  "inputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "outputTokens",
] as const;

const INPUT: OptionNames<ContextReportInput> = {
  session: true,
  madeAt: true,
  settings: true,
  history: true,
  projection: true,
  compactions: true,
  agentElisions: true,
  instructions: true,
  messageNotes: true,
  invariants: true,
  usage: true,
  reportedUsage: true,
  root: true,
};

/**
 * Refuses what no report can be made from. Messages are never refused: the governor carries
 * malformed ones through.
 *
 * @throws ContextReportError `invalid_argument`, `invalid_option`, `conflicting_input`
 */
export function checkInput(given: ContextReportInput): ContextReportInput {
  const input = takeOptions(given, INPUT, "input");
  const { session, madeAt, history, agentElisions, projection, compactions, instructions } = input;
  demand(typeof session === "string", "session", session, "a string: the session's id");
  demand(isInstant(madeAt), "madeAt", madeAt, 'a time such as "2026-01-31T12:00:00Z"');
  demand(Array.isArray(history), "history", history, "an array of messages");
  demandList("compactions", compactions);
  for (const [i, compaction] of (compactions ?? []).entries()) {
    demand(isRecord(compaction), `compactions[${i}]`, compaction, "an object");
    demandCount(`compactions[${i}].position`, compaction.position);
    checkOptionalCount(`compactions[${i}].tokensBefore`, compaction.tokensBefore);
  }
  demandList("agentElisions", agentElisions);
  for (const [i, callId] of (agentElisions ?? []).entries()) {
    demand(typeof callId === "string", `agentElisions[${i}]`, callId, "a call id");
  }
  demandList("instructions", instructions);
  for (const [i, each] of (instructions ?? []).entries()) checkInstruction(each, i);
  demandList("messageNotes", input.messageNotes);
  for (const [i, note] of (input.messageNotes ?? []).entries()) {
    demand(isRecord(note), `messageNotes[${i}]`, note, "an object");
    demandCount(`messageNotes[${i}].message`, note.message, Math.max(0, history.length - 1));
    checkOptionalCount(`messageNotes[${i}].nonTextParts`, note.nonTextParts);
  }
  checkInvariants(input.invariants);
  checkUsage(input.usage);
  checkReportedUsage(input.reportedUsage, history.length);
  checkRoot(input.root);
  if (projection !== undefined && (agentElisions ?? []).length > 0) {
    throw new ContextReportError(
      "conflicting_input",
      "projection and agentElisions can't be used together: what the agent removed changes what the governor decides. Leave projection out.",
      { field: "projection" },
    );
  }
  return input;
}

function isInstant(value: unknown): boolean {
  const match = typeof value === "string" ? INSTANT.exec(value) : null;
  if (!match) return false;
  const daysOfMonth = new Date(Date.UTC(Number(match[1]), Number(match[2]), 0)).getUTCDate();
  return Number(match[3]) <= daysOfMonth;
}

function checkOptionalCount(field: string, value: unknown, to?: number): void {
  if (value !== undefined && value !== null) demandCount(field, value, to);
}

function checkInstruction(each: InstructionInput, index: number): void {
  const field = `instructions[${index}]`;
  demand(isRecord(each), field, each, "an object");
  demand(typeof each.source === "string", `${field}.source`, each.source, "a path or a name");
  demand(typeof each.kind === "string", `${field}.kind`, each.kind, "a string");
  demandCount(`${field}.characters`, each.characters);
}

function checkInvariants(invariants: ContextReportInput["invariants"]): void {
  if (invariants === undefined) return;
  demand(isRecord(invariants), "invariants", invariants, "an object");
  const { counts, omitted = 0, characters = 0 } = invariants;
  demand(isRecord(counts), "invariants.counts", counts, "an object with a count of each kind");
  for (const kind of INVARIANT_KINDS) demandCount(`invariants.counts.${kind}`, counts[kind]);
  demandCount("invariants.omitted", omitted);
  demandCount("invariants.characters", characters);
}

function checkUsage(usage: UsageSource | undefined): void {
  if (usage === undefined) return;
  const isLedger =
    isRecord(usage) && typeof usage.summary === "function" && typeof usage.usedLater === "function";
  const expected = "a usage ledger: an object with the methods summary() and usedLater()";
  demand(isLedger, "usage", usage, expected);
}

function checkReportedUsage(usage: ContextReportInput["reportedUsage"], messages: number): void {
  if (usage === undefined) return;
  demand(isRecord(usage), "reportedUsage", usage, "an object");
  for (const field of REPORTED_COUNTS) checkOptionalCount(`reportedUsage.${field}`, usage[field]);
  checkOptionalCount("reportedUsage.beforeMessage", usage.beforeMessage, messages);
}

function checkRoot(root: ContextReportInput["root"]): void {
  if (root === undefined) return;
  demand(isRecord(root), "root", root, "an object");
  demand(typeof root.name === "string", "root.name", root.name, "a string");
  const isSound = typeof root.path === "string" && isAbsolutePath(root.path);
  demand(isSound, "root.path", root.path, "an absolute path");
}
