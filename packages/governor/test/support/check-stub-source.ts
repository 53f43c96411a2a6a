import type { Message, ToolMessage } from "../../src/message.ts";
import { projectHistory } from "../../src/project-history.ts";
import type { GovernorSettings, Observation } from "../../src/types.ts";
import { oraclePairs } from "../oracle/pairs.ts";
import { holds, same } from "./holds.ts";

/**
 * A stub depends on its call and its own result alone: with these two in a history of their own,
 * and other reasons to be elided, it is the same.
 */
export function checkStubSource(
  history: readonly Message[],
  projected: readonly Message[],
  { profile }: GovernorSettings,
): void {
  for (const { call, message, resultAt } of oraclePairs(history)) {
    if (projected[resultAt] === message) continue;
    const alone: Message[] = [
      { role: "assistant", text: "", calls: [call] },
      message,
      ...changesOf(call.args),
      { role: "assistant", text: "", calls: [{ ...call, id: "the same again" }] },
      { ...(message as ToolMessage), callId: "the same again" },
      { role: "assistant", text: "" },
    ];
    const settings = { mode: "on", minAgeTurns: 1, epochMessages: 0 } as const;
    const { messages } = projectHistory(alone, { ...settings, ...(profile ? { profile } : {}) });
    holds(messages[1] !== message, "what was elided can be elided alone");
    same(messages[1], projected[resultAt], "a stub depends on the call and its own result alone");
  }
}

/** A change of each path that a call reads. */
function changesOf(args: unknown): Message[] {
  const { path, observations = [] } = args as {
    readonly path?: unknown;
    readonly observations?: readonly Observation[];
  };
  const paths = [
    path,
    ...observations.map((each) => (each.kind === "read" ? each.path : undefined)),
  ];
  return paths.flatMap((each, number): Message[] => {
    const id = `change ${number}`;
    if (typeof each !== "string") return [];
    return [
      { role: "assistant", text: "", calls: [{ id, name: "write_file", args: { path: each } }] },
      { role: "tool", callId: id, content: "{}" },
    ];
  });
}
