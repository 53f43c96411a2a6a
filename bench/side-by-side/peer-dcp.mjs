// opencode-dcp's deduplication: its own `deduplicate` and `prune`, run from its published sources in
// the peers' folder. Nothing of it is in this repository. Its tokenizer only feeds its statistics and
// is left out, which makes it faster than it is.
import { importBundled } from "./bundle.mjs";
import { engine } from "./engine.mjs";
import { installed, textOf } from "./pruners.mjs";

export async function dcp() {
  const { folder } = installed("@tarquinen/opencode-dcp") ?? {};
  if (!folder) return undefined;
  const { deduplicate, prune } = await importBundled(
    `export { deduplicate } from "./lib/strategies/deduplication.ts";
     export { prune } from "./lib/messages/prune.ts";`,
    folder,
    { "@anthropic-ai/tokenizer": "export const countTokens = (text) => text.length >> 2;" },
  );
  return (profile) => {
    // What it has pruned stays pruned for the rest of the conversation.
    const state = newState();
    return (messages) => {
      const given = withParts(messages, profile);
      for (const { parts } of given.list) noteTools(state, parts);
      return {
        run: () => {
          deduplicate(state, logger, CONFIG, given.list);
          prune(state, logger, CONFIG, given.list);
        },
        read: () => changesIn(messages, given),
      };
    };
  };
}

const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Its defaults, as far as they play a part. */
const CONFIG = {
  manualMode: { enabled: false, automaticStrategies: true },
  protectedFilePatterns: [],
  strategies: { deduplication: { enabled: true, protectedTools: [] } },
};

function newState() {
  return {
    manualMode: false,
    lastCompaction: 0,
    toolIdList: [],
    toolParameters: new Map(),
    prune: {
      tools: new Map(),
      messages: { byMessageId: new Map(), activeByAnchorMessageId: new Map() },
    },
    stats: { pruneTokenCounter: 0, totalPruneTokens: 0 },
  };
}

function noteTools(state, parts) {
  for (const { callID, tool, state: part } of parts) {
    if (state.toolParameters.has(callID)) continue;
    state.toolIdList.push(callID);
    state.toolParameters.set(callID, { tool, parameters: part.input, turn: 0, tokenCount: 0 });
  }
}

/** A conversation as opencode holds it: a call and its result are one part. */
function withParts(messages, profile) {
  const list = [];
  const places = [];
  const pairs = engine.pairsOf(messages);
  for (const [at, message] of messages.entries()) {
    if (message.role !== "assistant") continue;
    const parts = [];
    for (const call of message.calls ?? []) {
      const pair = pairs.get(call.id);
      if (pair?.call !== call) continue;
      const result = messages[pair.resultIndex];
      const output = textOf(result.content);
      const isError = Boolean(result.isError);
      const state = isError
        ? { status: "error", input: structuredClone(call.args), error: output }
        : { status: "completed", input: structuredClone(call.args), output };
      const part = { type: "tool", callID: call.id, tool: toolName(call, result, profile), state };
      parts.push(part);
      places.push({ part, output, isError, call, assistant: at, result: pair.resultIndex });
    }
    if (parts.length > 0) list.push({ info: { id: `m${at}`, time: { created: 1 } }, parts });
  }
  return { list, places };
}

/** It never prunes what `edit` and `write` answer; other agents' tools for it have other names. */
function toolName({ id, name, args }, { content, isError }, profile) {
  if (isError) return name;
  const observations = engine.observe(profile, { id, name, args }, textOf(content));
  return observations.some(({ kind }) => kind === "change") ? "edit" : name;
}

function changesIn(messages, { places }) {
  const changes = new Map();
  for (const { part, output, isError, call, assistant, result } of places) {
    if (!isError && part.state.output !== output) {
      changes.set(result, { ...messages[result], content: part.state.output });
    }
    if (isError && JSON.stringify(part.state.input) !== JSON.stringify(call.args)) {
      const message = changes.get(assistant) ?? messages[assistant];
      const calls = message.calls.map((one) =>
        one.id === call.id ? { ...one, args: part.state.input } : one,
      );
      changes.set(assistant, { ...message, calls });
    }
  }
  return changes;
}
