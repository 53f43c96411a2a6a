// Each package alone: its tarball in an empty folder with only its own dependencies, where the first
// example of its README does what it says. Prints sizes and counts as a Markdown table.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { installPacked, packAll, run } from "./packed.mjs";
import { root } from "./workspace.mjs";

/** Files that the examples work on. */
const TREE = {
  ".git/HEAD": "ref: refs/heads/main\n",
  "AGENTS.md": "Use tabs.\n",
  "packages/api/AGENTS.md": "Use two spaces.\n",
  ".agents/skills/pdf-forms/SKILL.md":
    "---\nname: pdf-forms\ndescription: Fills in PDF forms.\n---\nOpen the form first.\n",
};

/** What the README's first example has to give; each is source text of a module beside it. */
const CHECKS = {
  "@alisio/agents-md": `import { showInstructions } from "./example.js";
    const said = await showInstructions("tree");
    check(said.includes("Use tabs.") && said.includes("packages/api/AGENTS.md: loaded"), said);`,
  "@alisio/skills-discovery": `import { loadForTask } from "./example.js";
    const said = await loadForTask("tree");
    check(said.includes("Fills in PDF forms.") && said.includes("Open the form first."), said);`,
  "@alisio/governor": `import { nextRequest } from "./example.js";
    const call = (id, name) => ({ role: "assistant", text: "", calls: [{ id, name, args: { path: "a.ts" } }] });
    const result = (callId) => ({ role: "tool", callId, content: callId.repeat(200) });
    const turns = Array.from({ length: 20 }, (_, at) => [call("c" + at, at === 1 ? "save" : "view"), result("c" + at)]);
    const sent = nextRequest([{ role: "user", text: "Go" }, ...turns.flat()]);
    check(sent[2].content.startsWith("[elided: view"), sent[2].content);`,
  "@alisio/invariants": `import { compact, request } from "./example.js";
    const session = { messages: [{ role: "user", content: "Never use semicolons!" }] };
    await compact(session, async () => ({ summary: "Done half.", quotes: ["Never use semicolons!"] }));
    check(request(session).at(-1).content.includes('- "Never use semicolons!"'), request(session));`,
  "@alisio/transcripts": `import { whatFillsTheLatest } from "./example.js";
    const said = await whatFillsTheLatest("tree");
    check(said === "There is no session here.", said);`,
  "@alisio/context-report": `import { explain } from "./example.js";
    const said = explain([{ role: "user", text: "Hello" }], "2026-01-01T00:00:00Z");
    check(said.includes("AGENTS.md"), said);`,
  "@alisio/agent": `import { resolve } from "node:path";
    import { createScriptedModel } from "@alisio/agent/scripted";
    import { ask } from "./example.js";
    const turns = [{ calls: [{ tool: "read_file", args: { path: "AGENTS.md" } }] }, { text: "Tabs." }];
    const model = createScriptedModel({ schemaVersion: 1, name: "reader", turns });
    const said = await ask("Tabs or blanks?", resolve("tree"), resolve("state"), model);
    check(said.end === "completed" && said.text === "Tabs." && said.seen.includes("tool.finished"), said);`,
  "@alisio/server": `import { resolve } from "node:path";
    import { serveSessions } from "./example.js";
    process.stdout.write = () => true;
    const server = await serveSessions(resolve("tree"));
    const headers = { authorization: "Bearer " + server.token };
    const answers = [await fetch(server.url + "api/sessions", { headers }), await fetch(server.url + "api/sessions"), await fetch(server.url)];
    const said = [...answers.map(({ status }) => status), (await answers[0].json()).sessions];
    await server.close();
    delete process.stdout.write;
    check(JSON.stringify(said) === "[200,401,200,[]]", said);`,
};

const folder = mkdtempSync(join(tmpdir(), "standalone-"));
const failures = [];
/** Only these packages, where any are named. */
const wanted = process.argv.slice(2);
try {
  const packed = packAll(folder);
  console.log("| package | tarball | packages installed | installed size | README's example |");
  console.log("|---|---|---|---|---|");
  for (const [name, { file, manifest }] of packed) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const home = join(folder, "alone", name.replace("/", "-"));
    // An entry that needs an optional peer says so in its error; the first example needs none.
    installPacked(home, packed, [name]);
    const outcome = attempt(() => (manifest.bin ? runBin(home) : runExample(home, name)));
    if (outcome !== "works") failures.push(`${name}: ${outcome}`);
    const { files, bytes } = measure(join(home, "node_modules"));
    const tarball = kilobytes(statSync(file).size);
    console.log(
      `| \`${name}\` | ${tarball} | ${countPackages(home)} | ${kilobytes(bytes)}, ${files} files | ${outcome} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return `fails: ${error.message}`;
  }
}

function runExample(home, name) {
  const check = CHECKS[name];
  if (check === undefined) return "no check: add one to scripts/check-standalone.mjs";
  const readme = readFileSync(join(root, "packages", name.split("/")[1], "README.md"), "utf8");
  const example = /^```ts\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? "";
  const { outputText } = ts.transpileModule(example, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  writeFileSync(join(home, "example.js"), outputText);
  writeFileSync(
    join(home, "check.js"),
    `${check}\nfunction check(ok, said) { if (!ok) throw new Error(JSON.stringify(said)); }\nconsole.log("works");\n`,
  );
  writeTree(join(home, "tree"));
  // Nothing of this machine's user: no configuration, no sessions.
  return run(`${JSON.stringify(process.execPath)} check.js`, home, {
    HOME: join(home, "tree"),
  }).trim();
}

function runBin(home) {
  writeTree(join(home, "tree"));
  const bin = join("node_modules", ".bin", "alisio");
  const said = run(`${bin} --cwd tree context explain packages/api/x.ts --json`, home, {
    HOME: home,
  });
  return JSON.parse(said).files.length === 2 ? "works" : said;
}

function writeTree(into) {
  for (const [path, text] of Object.entries(TREE)) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
}

function countPackages(home) {
  const lock = JSON.parse(readFileSync(join(home, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages).filter(([path, { optional }]) => path !== "" && !optional)
    .length;
}

function measure(directory) {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return { files, bytes };
}

function kilobytes(bytes) {
  return bytes < 10_240_000
    ? `${Math.round(bytes / 1024)} kB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
