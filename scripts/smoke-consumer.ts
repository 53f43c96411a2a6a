// Compiled against the packed declarations with skipLibCheck off, then run: what a consumer does with
// each package and sub-path.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentsMdError, escapePath } from "@alisio/agents-md";
import { explainPath, resolveInstructions } from "@alisio/agents-md/node";
import { pathExplanationSchema } from "@alisio/agents-md/schemas";
import { buildContextReport, renderReportText } from "@alisio/context-report";
import { contextReportSchema } from "@alisio/context-report/schemas";
import { createProjector, projectHistory } from "@alisio/governor";
import type { Message } from "@alisio/governor/message";
import { profile } from "@alisio/governor/profiles/claude-code";
import { createUsageLedger } from "@alisio/governor/usage";
import { acceptQuotes, renderInvariants } from "@alisio/invariants";
import { storedInvariantsSchema } from "@alisio/invariants/schemas";
import { buildCatalog, buildSkillReport, validateSkill } from "@alisio/skills-discovery";
import { discoverSkills } from "@alisio/skills-discovery/node";
import { editSkillOverride } from "@alisio/skills-discovery/overrides";
import { searchSkills } from "@alisio/skills-discovery/search";
import { readTranscript } from "@alisio/transcripts";
import { listSessions } from "@alisio/transcripts/node";

function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`the consumer found no ${what}`);
}

const folder = mkdtempSync(join(tmpdir(), "consumer-"));
try {
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, ".agents", "skills", "demo"), { recursive: true });
  writeFileSync(join(folder, "AGENTS.md"), "# Rules\n");
  const skill = "---\nname: demo\ndescription: Shows that it works.\n---\nBody\n";
  writeFileSync(join(folder, ".agents", "skills", "demo", "SKILL.md"), skill);

  check((await resolveInstructions({ cwd: folder })).text.includes("# Rules"), "instructions");
  const explained = await explainPath({ cwd: folder, target: "x.ts" });
  check(pathExplanationSchema.safeParse(explained).success, "valid explanation");
  check(escapePath("a") === "a" && !AgentsMdError.isInstance(new Error("x")), "helpers");

  const snapshot = await discoverSkills({
    cwd: folder,
    trustProject: true,
    homeDirectory: folder,
    configHome: join(folder, "none"),
  });
  const catalog = buildCatalog({ snapshot });
  check(catalog.text.includes("<name>") && catalog.text.includes("demo"), "catalog");
  check(buildSkillReport({ snapshot, catalog }).skills.length === 1, "skill report");
  check(searchSkills({ snapshot, query: "works" }).total === 1, "search hit");
  check((await validateSkill({ content: skill, path: "demo/SKILL.md" })).valid, "valid skill");
  check(editSkillOverride({ text: "{}", name: "demo", value: "off" }).changed, "override");

  const history: Message[] = [
    { role: "user", text: "Never guess." },
    { role: "assistant", text: "", calls: [{ id: "1", name: "Read", args: { file_path: "a" } }] },
    { role: "tool", callId: "1", content: `     1\u2192${"x".repeat(400)}` },
    { role: "assistant", text: "", calls: [{ id: "2", name: "Edit", args: { file_path: "a" } }] },
    { role: "tool", callId: "2", content: "The file a has been updated." },
    { role: "assistant", text: "Done." },
  ];
  const settings = { mode: "on", minAgeTurns: 1, epochMessages: 0, profile } as const;
  const projection = projectHistory(history, settings);
  check(projection.elisions.length === 1, "elision");
  const projector = createProjector(settings);
  projector.push(history);
  check(projector.view().elisions.length === 1, "incremental elision");
  const ledger = createUsageLedger(settings);
  ledger.record(projection);
  const report = buildContextReport({
    session: "s",
    madeAt: "2026-01-01T00:00:00Z",
    settings,
    history,
    usage: ledger,
  });
  check(contextReportSchema.safeParse(report).success, "valid report");
  check(renderReportText(report).includes("superseded_read"), "rendered report");

  const { stored } = acceptQuotes(
    ["Never guess."],
    [{ role: "user", text: "Never guess.", ordinary: true }],
    undefined,
  );
  check(storedInvariantsSchema.safeParse(stored).success, "stored invariants");
  check(renderInvariants({ stored }).text?.includes('- "Never guess."') === true, "block");

  const log = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
  check((await readTranscript(log)).streams[0]?.history.length === 1, "transcript");
  check(
    (await listSessions({ homeDirectory: folder, environment: {} })).sessions.length === 0,
    "empty list",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write("ok\n");
