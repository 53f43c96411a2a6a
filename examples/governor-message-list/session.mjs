// A session as LangChain would hold it, in plain objects of the same shape.

/** Frameworks have classes for their messages; copies must keep them. */
class ToolMessage {
  type = "tool";
  constructor(fields) {
    Object.assign(this, fields);
  }
}

const ai = (content, ...tool_calls) => ({
  type: "ai",
  content,
  tool_calls,
  response_metadata: { model: "mock" },
  additional_kwargs: {},
});
const call = (id, name, args) => ({ id, name, args, type: "tool_call" });
const tool = (tool_call_id, content, more = {}) =>
  new ToolMessage({ tool_call_id, content, artifact: { kept: true }, ...more });

const file = (word) => `${`const ${word} = compute();\n`.repeat(40)}`;

export const messages = [
  { type: "system", content: "You are a coding agent." },
  { type: "human", content: [{ type: "text", text: "Rename old to current." }] },
  ai(
    "",
    call("call_1", "read_file", { path: "a.ts" }),
    call("call_2", "read_file", { path: "b.ts" }),
  ),
  tool("call_1", [{ type: "text", text: file("old") }]),
  tool("call_2", file("other")),
  ai([{ type: "text", text: "Now I write." }], call("call_3", "write_file", { path: "a.ts" })),
  tool("call_3", "Written."),
  ai("", call("call_4", "write_file", { path: "b.ts" })),
  // What failed has changed nothing: the read of b.ts stays.
  tool("call_4", "b.ts is read-only", { status: "error" }),
  ai("", call("call_5", "read_file", { path: "a.ts" })),
  tool("call_5", file("current")),
  ai("Renamed in a.ts; b.ts is read-only."),
];
