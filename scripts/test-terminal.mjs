// `npm run test:terminal`: the terminal interface, built, in a real terminal (tmux). Where tmux is
// missing and this is root on Debian or Ubuntu, it is installed first.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { requireNode, root, runQuietly, toolEnvironment } from "./workspace.mjs";

requireNode();

const hasTmux = () => spawnSync("tmux", ["-V"]).status === 0;

if (!hasTmux() && process.getuid?.() === 0) {
  const { ok, output } = runQuietly("apt-get update -qq && apt-get install -y -qq tmux");
  if (!ok) console.error(output);
}
if (!hasTmux()) {
  console.error("tmux is needed and could not be installed; install it and try again");
  process.exit(1);
}
const bin = join(root, "packages/cli/dist/bin.js");
if (!existsSync(bin)) {
  console.error("packages/cli is not built: npm run build");
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "cli",
    "packages/cli/test/tmux",
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    env: { ...toolEnvironment, ALISIO_TMUX: "required", ALISIO_BIN: bin },
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
