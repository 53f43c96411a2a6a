// The governor in an agent on the AI SDK: one line, the `middleware` below, and requests shrink.
//
// The agent works through twelve files: it views each, edits it and runs the tests. Once a file is
// edited, what the view of it showed is outdated, and travels as a one-line stub from the next epoch
// on. The model is a mock, so this needs no key and no network.
//
//   npm run build && node examples/governor-ai-sdk/agent.mjs
//
// Ends with code 1 and a message if anything that it claims doesn't hold.
import assert from "node:assert/strict";
import { governorMiddleware } from "@alisio/governor/ai-sdk";
import { generateText, stepCountIs, tool, wrapLanguageModel } from "ai";
import { z } from "zod";
import { scriptedModel } from "./scripted-model.mjs";

// What this agent's tools mean: `view` shows a file, `edit` changes one. Anything else is left alone.
const profile = ({ name, args }, { text }) => {
  if (name === "view" && text !== null)
    return [{ kind: "read", path: args.path, compareText: text }];
  return name === "edit" ? [{ kind: "change", path: args.path }] : [];
};

/** An agent as there are many. Only `settings` is new: with `mode: "off"` nothing is changed. */
async function runAgent(settings) {
  const files = new Map();
  const contentOf = (path) => files.get(path) ?? `// ${path}\n${"let old = 0;\n".repeat(150)}`;
  const path = z.object({ path: z.string() });
  const model = scriptedModel();
  const { text, response } = await generateText({
    model: wrapLanguageModel({ model, middleware: governorMiddleware({ profile, ...settings }) }),
    prompt: "Rename old to current in all files.",
    tools: {
      view: tool({ inputSchema: path, execute: (input) => contentOf(input.path) }),
      edit: tool({
        inputSchema: path,
        execute: (input) => {
          files.set(input.path, contentOf(input.path).replaceAll("old", "current"));
          return "Edited.";
        },
      }),
      test: tool({ inputSchema: z.object({}), execute: () => "12 tests passed." }),
    },
    stopWhen: stepCountIs(50),
  });
  const prompts = model.doGenerateCalls.map((call) => call.prompt);
  return { text, files, kept: response.messages, prompts };
}

const governed = [];
const without = await runAgent({ mode: "off" });
const counted = await runAgent({ mode: "shadow" });
const withIt = await runAgent({ mode: "on", onGoverned: (request) => governed.push(request) });

// The agent does the same, and what it keeps is whole: only what is sent to the model differs.
assert.equal(withIt.text, without.text, "the agent must come to the same end");
assert.deepEqual(withIt.files, without.files, "and must have written the same files");
assert.deepEqual(withIt.kept, without.kept, "the agent's own messages must stay whole");

// `shadow` counts what would be saved, and sends what `off` sends.
assert.deepEqual(counted.prompts, without.prompts, "shadow must not change a request");

// Between epochs a request is the one before with a tail, so the provider's prompt cache keeps hitting.
const isPrefix = (shorter, longer) =>
  JSON.stringify(longer.slice(0, shorter.length)) === JSON.stringify(shorter);
const rewrites = withIt.prompts.filter((p, at) => at > 0 && !isPrefix(withIt.prompts[at - 1], p));
assert.ok(rewrites.length <= Math.floor(withIt.prompts.at(-1).length / 32), "one rewrite an epoch");

// Stubs stand for views of files that were edited later, and for nothing else.
const last = governed.at(-1);
assert.ok(last.elisions.length > 0, "a session of this length has something to save");
for (const { callId, supersededBy } of last.elisions) {
  assert.match(callId, /^view /, "only views may be elided");
  assert.equal(supersededBy, callId.replace("view", "edit"), "because of a later edit");
}

const sum = (field) => governed.reduce((tokens, { totals }) => tokens + totals[field], 0);
const [before, after] = [sum("tokensBefore"), sum("tokensAfter")];
assert.ok(after < before, "fewer tokens must be sent");
console.log(
  `${governed.length} requests of one session, ${rewrites.length} of them rewrote a prefix`,
);
console.log(
  `sent ${after} tokens instead of ${before}: ${Math.round((1 - after / before) * 100)}% less`,
);
console.log(`in the last one ${last.elisions.length} of ${last.totals.segments} texts are stubs`);
console.log("A session made to show it: real ones save less, see the package's README.");
