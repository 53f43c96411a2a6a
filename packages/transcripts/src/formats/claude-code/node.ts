import type { Part, ToolCall } from "@alisio/governor/message";
import type { RequestUsage } from "../../types.ts";

/** Where a record stands: in the tree by its own fields, or given for one inside another record. */
export interface NodePlace {
  readonly line: number;
  readonly uuid: string | undefined;
  readonly parent: string | undefined;
}

/** What every record of a conversation has: its place in the tree and in the file. */
interface Place {
  readonly uuid: string | undefined;
  readonly parent: string | undefined;
  readonly line: number;
  readonly timeMs: number | undefined;
}

/** The result of one call, as the model saw it. */
export interface ResultBlock {
  readonly callId: string;
  readonly content: string | readonly Part[];
  readonly isError: boolean;
}

/** What came in the user's role: results, words, or both. */
export interface UserNode extends Place {
  readonly kind: "user";
  readonly results: readonly ResultBlock[];
  /** `undefined` when the record holds results only. */
  readonly text: string | undefined;
  readonly nonTextParts: number;
  readonly isInjected: boolean;
  /** What a compaction put in place of older messages. */
  readonly isSummary: boolean;
}

/** One piece of a response. */
export interface AssistantNode extends Place {
  readonly kind: "assistant";
  /** The response that it belongs to: equal ids are one response. */
  readonly responseId: string | undefined;
  readonly text: string;
  readonly nonTextParts: number;
  readonly calls: readonly ToolCall[];
  readonly usage: Omit<RequestUsage, "position"> | undefined;
}

/** A place where older messages were replaced. */
export interface BoundaryNode extends Place {
  readonly kind: "boundary";
  /** The last record before it; its `parent` is empty. */
  readonly logicalParent: string | undefined;
  readonly trigger: "auto" | "manual" | undefined;
  readonly tokensBefore: number | undefined;
  /** Records that stayed, when the compaction kept the newest ones. */
  readonly kept: readonly string[];
  /** First and last of those records, where only these are named. */
  readonly keptHead: string | undefined;
  readonly keptTail: string | undefined;
}

/** A place from which on results were no longer sent. */
interface ElisionNode extends Place {
  readonly kind: "elision";
  readonly callIds: readonly string[];
}

/** A record that only links others: progress, notices, errors of the service. */
interface LinkNode extends Place {
  readonly kind: "link";
}

export type ClaudeNode = UserNode | AssistantNode | BoundaryNode | ElisionNode | LinkNode;

/** The records of one conversation, in the order of the file. */
export interface NodeGroup {
  readonly nodes: ClaudeNode[];
  readonly byUuid: Map<string, ClaudeNode>;
}
