// `npm start`: from a fresh clone to the main job on a bundled example, with Node.js and npm only.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, requireNode, root, step, toolEnvironment } from "./workspace.mjs";

requireNode();
install();
step("Building", "npm run --silent build");
const { status } = spawnSync(process.execPath, [join(root, "examples", "tour", "tour.mjs")], {
  cwd: root,
  env: toolEnvironment,
  stdio: "inherit",
});
process.exit(status ?? 1);
