// `npm test`: every test that needs only Node.js, from a fresh clone. Arguments go to vitest.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, requireNode, root, toolEnvironment } from "./workspace.mjs";

requireNode();
install();
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", ...process.argv.slice(2)],
  { cwd: root, env: toolEnvironment, stdio: "inherit" },
);
process.exit(status ?? 1);
