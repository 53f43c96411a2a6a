// The public packages as tarballs, and folders that install them as a consumer would.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pnpm, root, toolEnvironment } from "./workspace.mjs";

/** Runs a shell command and gives back what it printed; its errors are shown. */
export function run(command, cwd, environment = {}) {
  return execFileSync(command, {
    cwd,
    shell: true,
    encoding: "utf8",
    env: { ...toolEnvironment, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/**
 * Packs every public package into a folder.
 * @returns {Map<string, { file: string, manifest: object }>} by package name
 */
export function packAll(folder) {
  const packed = new Map();
  for (const directory of readdirSync(join(root, "packages")).sort()) {
    const home = join(root, "packages", directory);
    const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    const into = join(folder, "tarballs", directory);
    mkdirSync(into, { recursive: true });
    run(`${pnpm} pack --pack-destination ${JSON.stringify(into)}`, home);
    packed.set(manifest.name, { file: join(into, readdirSync(into)[0]), manifest });
  }
  return packed;
}

/**
 * Installs packed packages into a folder by npm. Only those named are its dependencies; what they
 * need of each other comes from the tarballs too.
 */
export function installPacked(folder, packed, names, others = {}, manifest = {}) {
  const dependencies = { ...others };
  for (const name of names) dependencies[name] = `file:${packed.get(name).file}`;
  const overrides = {};
  for (const [name, { file }] of packed) overrides[name] = `file:${file}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify(
      { ...manifest, private: true, type: "module", dependencies, overrides },
      null,
      2,
    ),
  );
  run("npm install --no-audit --no-fund --prefer-offline --loglevel=error", folder);
}
