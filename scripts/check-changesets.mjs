// Every public package is spoken of: in a pending changeset, or in its changelog once it was released.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, runQuietly } from "./workspace.mjs";

const folder = join(root, ".changeset");
const pending = readdirSync(folder)
  .filter((file) => file.endsWith(".md") && file !== "README.md")
  .map((file) => readFileSync(join(folder, file), "utf8"));

const problems = [];
for (const directory of readdirSync(join(root, "packages")).sort()) {
  const manifest = JSON.parse(
    readFileSync(join(root, "packages", directory, "package.json"), "utf8"),
  );
  const mentioned = pending.some((text) => text.includes(`"${manifest.name}":`));
  const released = existsSync(join(root, "packages", directory, "CHANGELOG.md"));
  if (!mentioned && !released) problems.push(`${manifest.name}: no changeset and no changelog`);
}
const status = runQuietly(
  `${JSON.stringify(process.execPath)} node_modules/@changesets/cli/bin.js status`,
);
if (!status.ok) problems.push(status.output);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
