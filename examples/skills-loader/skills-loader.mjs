// Agent Skills in an agent of your own: only the loader, nothing else of Alisio.
//
// The model is told names and descriptions, within a budget; it asks for a body or a supporting file
// when it needs one. A skill that is broken is reported with the reason, and hides no other.
//
//   npm run build && node examples/skills-loader/skills-loader.mjs
//
// Ends with code 1 and a message if anything that it claims doesn't hold.
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSkillReport, createSkillTools } from "@alisio/skills-discovery";
import { createSkillSession, discoverSkills } from "@alisio/skills-discovery/node";
import { searchSkills } from "@alisio/skills-discovery/search";

const cwd = join(fileURLToPath(import.meta.url), "..", "workspace");

// What a clone brings is read only because the user trusts it, and only from this workspace: a home
// directory of its own keeps this example from showing yours.
const snapshot = await discoverSkills({
  cwd,
  workspaceRoot: cwd,
  homeDirectory: join(cwd, "no-home"),
  configHome: join(cwd, "no-home"),
  trustProject: true,
});
const session = createSkillSession({ snapshot });

// 1. What goes into the system prompt: 2% of the model's window.
const catalog = session.catalog({ contextWindowTokens: 200_000 });
console.log(`In the prompt (${catalog.text.length} characters):\n${catalog.text}\n`);
assert.deepEqual(
  snapshot.skills.map(({ name }) => name),
  ["pdf-forms", "release-notes"],
  "both sound skills must be found",
);

// 2. What the model can ask for: tools for any client, JSON Schema and a function each.
const tools = new Map(
  createSkillTools({ session, search: searchSkills }).map((tool) => [tool.name, tool]),
);
const ask = async (name, input) => {
  const { text, isError } = await tools.get(name).execute(input);
  console.log(`> ${name} ${JSON.stringify(input)}\n${text}\n`);
  return { text, isError };
};
const found = await ask("skill_search", { query: "changelog of a version" });
assert.match(found.text, /release-notes/, "the search must find the skill by what it says");
const body = await ask("skill_load", { name: "release-notes" });
assert.match(body.text, /references\/tone\.md/, "the body must come with the list of its files");
const file = await ask("skill_resource", { name: "release-notes", path: "references/tone.md" });
assert.match(file.text, /what a user notices/, "a supporting file must be given");

// 3. A name is looked up, never joined into a path; nothing outside the skill is given.
const outside = await ask("skill_resource", {
  name: "release-notes",
  path: "../pdf-forms/SKILL.md",
});
assert.equal(outside.isError, true, "another skill's file must be refused");

// 4. Why a skill is not there.
const report = buildSkillReport({ snapshot, catalog });
const [rejected] = report.rejected;
for (const { severity, line, message } of rejected.diagnostics) {
  console.log(`${severity}: ${rejected.path}:${line}: ${message}`);
}
assert.match(rejected.path, /broken/, "the broken skill must be reported");
