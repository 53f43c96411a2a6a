// `npm run test:browser`: the tests of the page in a real browser, one file after the other.
// With arguments (names of files, flags of vitest) just those.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { requireNode, root, toolEnvironment } from "./workspace.mjs";

requireNode();
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project=server",
    "--no-file-parallelism",
    ...(process.argv.length > 2 ? process.argv.slice(2) : ["packages/server/test/page/browser"]),
  ],
  { cwd: root, env: { ...toolEnvironment, ALISIO_BROWSER_TESTS: "1" }, stdio: "inherit" },
);
process.exit(status ?? 1);
