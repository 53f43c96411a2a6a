// Rules about the repository's files that no other tool checks: length of source files, machine
// paths and registry hosts, and that AGENTS.md stays short.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./workspace.mjs";

const MAX_SOURCE_LINES = 400;
const MAX_AGENTS_LINES = 120;
const MAX_FILE_BYTES = 400_000;
// Written so that this file does not name what it forbids.
const forbidden = [
  new RegExp(["registry", "\\.", "[a-z]+", "\\.org"].join("")),
  new RegExp(["deb", "\\.", "[a-z]+", "\\.org"].join("")),
  new RegExp(["/ho", "me/[a-z]"].join("")),
  new RegExp(["/ro", "ot/"].join("")),
  new RegExp(["/wo", "rk/"].join("")),
];
// The lock file names the registry by design; tests use made-up home directories.
const exempt = /^(pnpm-lock\.yaml|LICENSE)$|\/test\//;

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "");
const problems = [];
/** What a page of ours links to, and the test files that it names, from where they are looked for. */
function* placesNamed(file, text) {
  if (!file.endsWith(".md") || /\/(test|workspace)\/|^\.changeset\//.test(file)) return;
  for (const [, target] of text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
    if (!/^[a-z]+:/.test(target)) yield [target, join(root, dirname(file), target)];
  }
  for (const [, target] of text.matchAll(/`(packages\/[\w./-]+\.(?:test\.ts|mjs))`/g)) {
    yield [target, join(root, target)];
  }
}

for (const file of files) {
  let text;
  try {
    if (statSync(join(root, file)).size > MAX_FILE_BYTES && file !== "pnpm-lock.yaml") {
      problems.push(`${file}: over ${MAX_FILE_BYTES} bytes`);
    }
    text = readFileSync(join(root, file), "utf8");
  } catch {
    continue; // a symbolic link or a file deleted in the working tree
  }
  const lines = text.split("\n").length - 1;
  if (/^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && lines > MAX_SOURCE_LINES) {
    problems.push(`${file}: ${lines} lines, over ${MAX_SOURCE_LINES}`);
  }
  if (file === "AGENTS.md" && lines > MAX_AGENTS_LINES) {
    problems.push(`${file}: ${lines} lines, over ${MAX_AGENTS_LINES}`);
  }
  for (const [target, path] of placesNamed(file, text)) {
    if (!existsSync(path)) problems.push(`${file}: ${target} is not there`);
  }
  if (exempt.test(file)) continue;
  for (const pattern of forbidden) {
    const found = pattern.exec(text);
    if (found) problems.push(`${file}: holds "${found[0]}"`);
  }
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
