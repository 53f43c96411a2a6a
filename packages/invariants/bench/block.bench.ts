import { bench, describe } from "vitest";
import { acceptQuotes, renderInvariants } from "../src/index.ts";

const rules = Array.from(
  { length: 20 },
  (_, index) => `Rule ${index}: ${"never do this ".repeat(30)}`,
);
const sources = {
  stored: { version: 1, instructions: rules },
  goal: { objective: "Ship the importer", status: "active" },
  criteria: rules.map((text) => ({ text, required: true })),
  grants: { effects: ["write"], capabilities: ["analysis.run"], externalDirectories: 2 },
};
/** As much as a session has when it is compacted: half a megabyte of the user's words. */
const messages = Array.from({ length: 500 }, (_, index) => ({
  role: "user",
  text: `${"<invariants ".repeat(80)}${rules[index % 20]}`,
  ordinary: true,
}));

describe("each request", () => {
  bench("a block that leaves items out", () => {
    renderInvariants(sources);
  });
  bench("a block of the largest size", () => {
    renderInvariants(sources, { maxChars: 20_000 });
  });
});

describe("each compaction", () => {
  bench("twenty quotes, none of them verbatim", () => {
    acceptQuotes(
      rules.map((rule) => `${rule}!`),
      messages,
      undefined,
    );
  });
});
