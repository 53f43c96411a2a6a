import type { Message, ToolCall } from "../../../src/message.ts";

/** What had to be changed so that every format can carry a history. */
export interface Carriable {
  readonly history: readonly Message[];
  /** Calls of an id in use, or without a result before the next response. */
  readonly droppedCalls: number;
  readonly droppedResults: number;
  /** User messages put between two responses in a row. */
  readonly separators: number;
}

/**
 * Brings a history to the form that every format can carry: ids are unique, each call has its one
 * result before the next response, results come in the order of their calls and before user text of
 * the turn, somebody speaks between two responses, and what the user says in a row is one message (a
 * system message in between may be moved out of the conversation).
 */
export function carriable(history: readonly Message[]): Carriable {
  const kept: Message[] = [];
  const used = new Set<string>();
  let calls = 0;
  let results = 0;
  let separators = 0;
  for (const [index, message] of history.entries()) {
    if (message.role === "tool") {
      results += 1;
    } else if (message.role === "user") {
      addUser(kept, message);
    } else if (message.role !== "assistant") {
      kept.push(message);
    } else {
      calls += message.calls?.length ?? 0;
      const next = history.findIndex(({ role }, at) => at > index && role === "assistant");
      const turn = history.slice(index + 1, next === -1 ? undefined : next);
      if (kept.at(-1)?.role === "assistant") {
        kept.push({ role: "user", text: "Go on." });
        separators += 1;
      }
      kept.push(...responseOf(message.text, message.calls ?? [], turn, used));
    }
  }
  const answered = kept.filter(({ role }) => role === "tool").length;
  return {
    history: kept,
    droppedCalls: calls - answered,
    droppedResults: results - answered,
    separators,
  };
}

function addUser(kept: Message[], message: Message & { role: "user" }): void {
  const at = kept.findLastIndex(({ role }) => role !== "system");
  const before = kept[at];
  if (before?.role !== "user") kept.push(message);
  else kept[at] = { ...before, text: before.text + message.text };
}

function responseOf(
  text: string,
  calls: readonly ToolCall[],
  turn: readonly Message[],
  used: Set<string>,
): readonly Message[] {
  const own: ToolCall[] = [];
  const answers: Message[] = [];
  for (const call of calls) {
    const answer = turn.find((message) => message.role === "tool" && message.callId === call.id);
    if (!answer || used.has(call.id)) continue;
    used.add(call.id);
    own.push(call);
    answers.push(answer);
  }
  return [{ role: "assistant", text, ...(own.length > 0 ? { calls: own } : {}) }, ...answers];
}
