// `npm run examples`: runs every example against the built packages, without a network, and says
// which of them don't hold what they claim. `npm run examples -- tour` runs those that are named.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { requireNode, root, toolEnvironment } from "./workspace.mjs";

requireNode();

const TIMEOUT_MS = 120_000;

const examples = join(root, "examples");
const guard = pathToFileURL(join(root, "scripts", "refuse-network.mjs")).href;
const wanted = process.argv.slice(2);
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();

/** Runs one; what it prints is kept back and shown when it fails. */
function run(name) {
  const directory = join(examples, name);
  const { scripts } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  if (scripts?.start === undefined) return { ok: false, output: "It has no start script.\n" };
  const { status, signal, stdout, stderr } = spawnSync(scripts.start, {
    cwd: directory,
    env: { ...toolEnvironment, NO_COLOR: "1", NODE_OPTIONS: `--import=${guard}` },
    shell: true,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
  });
  const late = signal ? `Ended by ${signal} after ${TIMEOUT_MS / 1000} s.\n` : "";
  return { ok: status === 0, output: `${stdout}${stderr}${late}` };
}

let failed = names.length === 0 ? 1 : 0;
if (failed > 0) console.error(`No example of that name: ${wanted.join(", ")}`);
for (const name of names) {
  const { ok, output } = run(name);
  console.log(`${ok ? "ok  " : "FAIL"} examples/${name}`);
  if (ok) continue;
  failed += 1;
  console.log(output);
}
process.exit(failed > 0 ? 1 : 0);
