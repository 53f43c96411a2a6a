// Licences of everything that an installation of the packages brings, and of the development tools,
// written to docs/licences.md. `--check` compares, and fails for a licence that isn't permissive.
import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pnpm, root, toolEnvironment } from "./workspace.mjs";

/** What may reach a user's machine: licences without conditions on the code around them. */
const PERMISSIVE = new Set(["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD"]);

function licences(scope) {
  const output = execSync(`${pnpm} licenses list ${scope} --json`, {
    cwd: root,
    env: toolEnvironment,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return Object.entries(JSON.parse(output)).flatMap(([licence, packages]) =>
    packages
      .filter(({ name }) => !name.startsWith("@alisio"))
      .map(({ name, versions }) => ({ licence, name, versions: [...versions].sort() })),
  );
}

/** `(A OR B)` gives a choice: one of them has to be permissive. */
function isPermissive(licence) {
  return licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((each) => PERMISSIVE.has(each));
}

/** Built into a package's code, with their licence beside it. */
function bundled() {
  const file = join(root, "packages", "cli", "node_modules", "commander", "package.json");
  const { name, version, license } = JSON.parse(readFileSync(file, "utf8"));
  return [{ licence: license, name, versions: [version] }];
}

const byName = (a, b) => (a.name < b.name ? -1 : 1);
const shipped = [...licences("--prod"), ...bundled()].sort(byName);
const counts = new Map();
for (const { licence } of licences("--dev")) counts.set(licence, (counts.get(licence) ?? 0) + 1);
const tools = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));

const text = `# Licences

Written by \`node scripts/list-licences.mjs\`; \`.ci/run\` checks that it is true. The packages themselves
are under MIT.

## What an installation brings

All dependencies of all packages, direct or not, and what is built into their code.

| package | version | licence |
|---|---|---|
${shipped.map(({ name, versions, licence }) => `| \`${name}\` | ${versions.join(", ")} | ${licence} |`).join("\n")}

## Development tools

Never shipped; packages by licence.

| licence | packages |
|---|---|
${tools.map(([licence, count]) => `| ${licence} | ${count} |`).join("\n")}
`;

const file = join(root, "docs", "licences.md");
const problems = shipped
  .filter(({ licence }) => !isPermissive(licence))
  .map(({ name, licence }) => `${name}: ${licence} is not on the list of permissive licences`);
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (withoutTools(readFileSync(file, "utf8")) !== withoutTools(text)) {
  problems.push("docs/licences.md is out of date: run node scripts/list-licences.mjs");
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

/** Which tools are installed differs by platform; what is shipped does not. */
function withoutTools(markdown) {
  return markdown.slice(0, markdown.indexOf("## Development tools"));
}
