// What the other scripts share: the repository's root, and running a command at its pinned version.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// import.meta.dirname needs Node.js 20.11; the scripts should say so themselves on an older one.
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The environment for tools: no telemetry, no update notices. */
export const toolEnvironment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  NPM_CONFIG_UPDATE_NOTIFIER: "false",
};

/** Ends with one clear line where this Node.js is too old to go on. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node.js ${process.versions.node} is too old: 20.19 or newer is needed.`);
  process.exit(2);
}

/** `npx pnpm` at the version that package.json pins. */
export const pnpm = `npx --yes ${manifest.packageManager}`;

/**
 * Runs a shell command in the root; its output is kept back and only shown when it fails.
 * @returns {{ ok: boolean, seconds: number, output: string }}
 */
export function runQuietly(command, options = {}) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: root,
    env: { ...toolEnvironment, NO_COLOR: "1" },
    shell: true,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
  });
  return {
    ok: status === 0,
    seconds: (performance.now() - start) / 1000,
    output: `${stdout ?? ""}${stderr ?? ""}`,
  };
}

/** A named preparation step: one line when it is done, its whole output when it fails. */
export function step(name, command) {
  process.stderr.write(`${name} ... `);
  const { ok, seconds, output } = runQuietly(command);
  process.stderr.write(`${ok ? "done" : "failed"} (${seconds.toFixed(1)} s)\n`);
  if (ok) return;
  process.stderr.write(output);
  process.exit(1);
}

/** Dependencies exactly as the lock file names them. */
export function install() {
  step("Installing dependencies", `${pnpm} install --frozen-lockfile --prefer-offline`);
}
