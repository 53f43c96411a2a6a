import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const PACKAGE = join(import.meta.dirname, "..", "..");

/**
 * The program as a process can run it: `ALISIO_BIN` if it names one, else the sources in one folder,
 * by the builder that comes with tsup.
 */
export async function buildAlisio(directory: string): Promise<string> {
  const given = process.env["ALISIO_BIN"];
  if (given !== undefined && given !== "") return given;
  const load = createRequire(createRequire(import.meta.url).resolve("tsup"));
  const { build } = load("esbuild") as { build(options: object): Promise<unknown> };
  const empty = join(directory, "empty.mjs");
  writeFileSync(empty, "export default {};\n");
  await build({
    entryPoints: [join(PACKAGE, "src", "bin.ts")],
    bundle: true,

    platform: "node",
    format: "esm",
    conditions: ["@alisio/source"],
    mainFields: ["module", "main"],
    outdir: join(directory, "dist"),
    logLevel: "error",
    // Ink's tools for developers, which nobody has.
    alias: { "react-devtools-core": empty },
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
  copyFileSync(join(PACKAGE, "package.json"), join(directory, "package.json"));
  mkdirSync(join(directory, "dist"), { recursive: true });
  if (existsSync(join(PACKAGE, "stories"))) {
    symlinkSync(join(PACKAGE, "stories"), join(directory, "stories"));
  }
  return join(directory, "dist", "bin.js");
}
