// `npm start`: from a fresh clone to the main job on a bundled example, with Node.js and npm only.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, pnpm, requireNode, root, step, toolEnvironment } from "./workspace.mjs";

requireNode();
install();
// What runs, without the declarations that only a compiler reads: they take most of a whole build.
const page = "--filter @alisio/server exec vite build -c page/vite.config.ts";
step(
  "Building",
  `${pnpm} --filter "@alisio/cli..." exec tsup --no-dts && ${pnpm} ${page} --logLevel warn`,
);
const { status } = spawnSync(process.execPath, [join(root, "examples", "tour", "tour.mjs")], {
  cwd: root,
  env: toolEnvironment,
  stdio: "inherit",
});
process.exit(status ?? 1);
