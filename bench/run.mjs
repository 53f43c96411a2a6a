// Runs the benchmarks of all packages (or of those that are named) on the built packages, each in a
// process of its own, and prints what they print, after a line that says on which machine.
// npm run bench [-- <package> ...]; ALISIO_PEERS names a folder with the peers (docs/measurements.md).
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const [cpu] = cpus();
console.log(
  `${cpus().length} x ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node.js ${process.versions.node}`,
);
const wanted = process.argv.slice(2);
let failed = 0;
for (const name of readdirSync(join(root, "packages")).sort()) {
  const folder = join(root, "packages", name, "bench");
  if ((wanted.length > 0 && !wanted.includes(name)) || !existsSync(folder)) continue;
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".mjs")) continue;
    console.log(`\n== ${name}/bench/${file}\n`);
    const { status } = spawnSync(process.execPath, ["--expose-gc", join(folder, file)], {
      cwd: root,
      stdio: "inherit",
    });
    if (status !== 0) failed += 1;
  }
}
process.exit(failed > 0 ? 1 : 0);
