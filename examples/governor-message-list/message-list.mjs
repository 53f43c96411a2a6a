// The governor for a message list of a framework's own, such as LangChain's, mapped by hand.
//
// Three steps: each message becomes a canonical one, `projectHistory` decides, and where it changed
// a message the text is put into a copy of the framework's own. Everything else stays the same object.
//
//   npm run build && node examples/governor-message-list/message-list.mjs
//
// Ends with code 1 and a message if anything that it claims doesn't hold.
import assert from "node:assert/strict";
import { projectHistory } from "@alisio/governor";
import { messages } from "./session.mjs";

/** What the tools mean: `read_file` shows a file, `write_file` writes one. */
const profile = ({ name, args }, { text }) => {
  const { path } = args;
  if (name === "read_file" && text !== null) return [{ kind: "read", path, compareText: text }];
  return name === "write_file" ? [{ kind: "change", path }] : [];
};

/** The text of a content, which is a text or a list of blocks. */
function textOf(content) {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** One message of the list is one canonical message, so that positions stay. */
function toCanonical(message) {
  const { type, content } = message;
  switch (type) {
    case "system":
      return { role: "system", text: textOf(content) };
    case "human":
      return { role: "user", text: textOf(content) };
    case "ai":
      return { role: "assistant", text: textOf(content), calls: message.tool_calls ?? [] };
    case "tool":
      return {
        role: "tool",
        callId: message.tool_call_id,
        content,
        isError: message.status === "error",
      };
    default:
      throw new TypeError(`No message of this framework: ${type}`);
  }
}

/** The list to send. What isn't elided is the very same message; a class instance keeps its class. */
function govern(list, settings) {
  const history = list.map(toCanonical);
  const { messages: projected, elisions, totals } = projectHistory(history, settings);
  const toSend = list.map((message, at) => {
    if (projected[at] === history[at]) return message;
    const copy = Object.create(Object.getPrototypeOf(message));
    return Object.assign(copy, message, { content: projected[at].content });
  });
  return { toSend, elisions, totals };
}

// A short session, so it is governed as early as the rules allow instead of in epochs.
const settings = { mode: "on", profile, minAgeTurns: 1, epochMessages: 0 };
const before = JSON.stringify(messages);
const { toSend, elisions, totals } = govern(messages, settings);

assert.equal(JSON.stringify(messages), before, "the framework's own list must stay whole");
assert.deepEqual(
  elisions.map(({ callId }) => callId),
  ["call_1"],
  "the read before the write",
);
for (const [at, message] of toSend.entries()) {
  if (message.tool_call_id !== "call_1")
    assert.equal(message, messages[at], "the very same message");
}
const stub = toSend.find((message) => message.tool_call_id === "call_1");
const whole = messages.find((message) => message.tool_call_id === "call_1");
assert.deepEqual({ ...stub, content: whole.content }, { ...whole }, "only its text may differ");
assert.equal(Object.getPrototypeOf(stub), Object.getPrototypeOf(whole), "and its class stays");
assert.deepEqual(govern(messages, { ...settings, mode: "shadow" }).toSend, messages, "shadow");

console.log(`${messages.length} messages, ${elisions.length} result sent as a stub:`);
console.log(`  ${textOf(stub.content)}`);
console.log(`${totals.tokensAfter} tokens instead of ${totals.tokensBefore}`);
