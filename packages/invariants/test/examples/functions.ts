import {
  acceptQuotes,
  readStoredInvariants,
  renderInvariants,
  summariserFragment,
} from "@alisio/invariants";

/** Runs every example of the documentation comments. */
export function runExamples(): readonly unknown[] {
  return [askSummariser(), accept(), read(), render()];
}

function askSummariser(): unknown {
  const prompt = `Summarise the work so far in "summary". ${summariserFragment()}`;
  return prompt;
}

function accept(): unknown {
  const { stored, added, refusals } = acceptQuotes(
    ["Never use semicolons", "Be nice"],
    [{ role: "user", text: "Please: Never use semicolons.", ordinary: true }],
    undefined,
  );
  // stored.instructions and added are ["Never use semicolons"]
  // refusals is [{ quote: "Be nice", reason: "not_verbatim" }]
  return { stored, added, refusals };
}

function read(): unknown {
  const { stored, diagnostics } = readStoredInvariants({ version: 1, instructions: [42] });
  // stored.instructions is [] and diagnostics[0].path is "stored.instructions[0]"
  return { stored, diagnostics };
}

function render(): unknown {
  const { text, counts, omitted } = renderInvariants(
    {
      stored: { version: 1, instructions: ["Never use semicolons in generated code"] },
      goal: { objective: "Ship the importer", status: "active" },
      grants: { effects: ["write"], externalDirectories: 2 },
    },
    { maxChars: 2000 },
  );
  return { text, counts, omitted };
}
