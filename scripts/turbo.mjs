// `node scripts/turbo.mjs build`: a task of all packages in the order of their dependencies. turbo looks
// for pnpm on the PATH, so it runs below the pinned one, which npx puts there.
import { spawnSync } from "node:child_process";
import { pnpm, root, toolEnvironment } from "./workspace.mjs";

const { status } = spawnSync(
  `${pnpm} exec turbo run ${process.argv
    .slice(2)
    .map((arg) => JSON.stringify(arg))
    .join(" ")}`,
  { cwd: root, env: toolEnvironment, shell: true, stdio: "inherit" },
);
process.exit(status ?? 1);
