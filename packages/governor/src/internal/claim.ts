import type { ToolCall } from "../message.ts";
import type { ElisionReason, Observation } from "../types.ts";

/** A call that has used its id, its result once there is one, and what the rules know of that. */
export interface Pair {
  readonly call: ToolCall;
  /** Position of the call among all calls that used an id. */
  readonly order: number;
  /** Position of its assistant message. */
  readonly callIndex: number;
  /** Position of its result; -1 as long as there is none. */
  resultIndex: number;
  /** How many assistant messages came before the result. */
  turn: number;
  textLength: number;
  /** Claims that nothing later has made redundant yet; not above 0 if the result is never elided. */
  open: number;
  /** The claim that gives reason and stub. */
  first: Claim | undefined;
  /** How many reads beside the first the result holds. */
  otherReads: number;
  /** What the result travels as; empty as long as it travels whole. */
  stub: string;
  /** In a list of pairs. */
  next: Pair | undefined;
}

/** Something that has arrived at a rule: what one observation of a result says. */
export interface Standing {
  readonly pair: Pair;
}

/** An observation that must become redundant before its result can be elided. */
export interface Claim extends Standing {
  readonly reason: ElisionReason;
  /** Where its superseders stand. */
  readonly lane: readonly Standing[];
  /** What the stub says after the tool's name. */
  stub(toolName: string): string;
}

/** Told when something later has made a claim redundant: once per claim, and for good. */
export type OnRedundant = (claim: Claim) => void;

/** One rule of the policy. It is told of observations in the order in which results arrived. */
export interface Rule<O extends Observation> {
  add(pair: Pair, observation: O): Claim;
}
