// A Chromium for the tests of the page: Debian's, installed when it is missing and this may install
// packages; otherwise one line says what to do. `ALISIO_CHROMIUM` names another one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const path = process.env.ALISIO_CHROMIUM ?? "/usr/bin/chromium";
if (existsSync(path)) {
  console.log(`${path} is there.`);
} else if (process.env.ALISIO_CHROMIUM !== undefined) {
  console.error(`ALISIO_CHROMIUM names ${path}, and there is nothing.`);
  process.exit(1);
} else if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
  console.error(
    "There is no Chromium: run `sudo apt-get install chromium`, or name one with ALISIO_CHROMIUM.",
  );
  process.exit(1);
} else {
  run("apt-get", ["update"]);
  run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]);
  if (!existsSync(path)) process.exit(1);
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync(command, args, { stdio: "inherit", env });
  if (status !== 0) process.exit(status ?? 1);
}
