// `npm run examples`: runs every example against the built packages, without a network, and says
// which of them don't hold what they claim. `npm run examples -- tour` runs those that are named;
// `--packed` installs the packages from their tarballs first, as a user would.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { installPacked, packAll } from "./packed.mjs";
import { requireNode, root, toolEnvironment } from "./workspace.mjs";

requireNode();

const TIMEOUT_MS = 120_000;

const examples = join(root, "examples");
const guard = pathToFileURL(join(root, "scripts", "refuse-network.mjs")).href;
const isPacked = process.argv.includes("--packed");
const wanted = process.argv.slice(2).filter((name) => name !== "--packed");
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();

/** Runs one; what it prints is kept back and shown when it fails. */
function run(directory) {
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

/** A copy of an example whose packages come from tarballs; the rest is installed as it is pinned. */
function installed(name, folder, packed) {
  const home = join(folder, name);
  const from = join(examples, name);
  cpSync(from, home, {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules",
  });
  const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  const names = Object.keys(manifest.dependencies);
  const others = names.filter((each) => !packed.has(each)).map((each) => [each, version(each)]);
  const ours = names.filter((each) => packed.has(each));
  installPacked(home, packed, ours, Object.fromEntries(others), { scripts: manifest.scripts });
  return home;

  function version(dependency) {
    const path = join(from, "node_modules", dependency, "package.json");
    return JSON.parse(readFileSync(path, "utf8")).version;
  }
}

let failed = names.length === 0 ? 1 : 0;
if (failed > 0) console.error(`No example of that name: ${wanted.join(", ")}`);
const folder = isPacked ? mkdtempSync(join(tmpdir(), "examples-")) : undefined;
try {
  const packed = folder === undefined ? undefined : packAll(folder);
  for (const name of names) {
    const { ok, output } = run(packed ? installed(name, folder, packed) : join(examples, name));
    console.log(`${ok ? "ok  " : "FAIL"} examples/${name}${packed ? ", from tarballs" : ""}`);
    if (ok) continue;
    failed += 1;
    console.log(output);
  }
} finally {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
