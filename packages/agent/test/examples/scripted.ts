import { createScriptedModel } from "@alisio/agent/scripted";

/** A model without key and network: it reads a file and says its hash. */
export const model = createScriptedModel({
  schemaVersion: 1,
  name: "hello",
  turns: [
    { text: "Let me look.", calls: [{ tool: "read_file", args: { path: "a.txt" } }] },
    { text: "It has the hash {{read_file:a.txt#sha256}}." },
  ],
});
