// Puts TypeScript sources into one module and imports it: the simulation's own definitions, which are
// no public interface, and the source of a peer that is published as such.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The bundler that the builds use; it comes with them.
const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve("tsup"))("esbuild");

/**
 * @param contents - A module that re-exports what is wanted.
 * @param resolveDir - The folder that its imports are relative to.
 * @param stubs - Modules that are replaced, by name.
 */
export async function importBundled(contents, resolveDir, stubs = {}) {
  const folder = mkdtempSync(join(tmpdir(), "alisio-bench-"));
  const outfile = join(folder, "bundle.mjs");
  try {
    await esbuild.build({
      stdin: { contents, resolveDir, loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
      conditions: ["@alisio/source"],
      plugins: [stubbed(stubs)],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stubbed(stubs) {
  return {
    name: "stubs",
    setup(build) {
      for (const name of Object.keys(stubs)) {
        const filter = new RegExp(`^${name.replace(/[/.]/g, "\\$&")}$`);
        build.onResolve({ filter }, () => ({ path: name, namespace: "stub" }));
      }
      build.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({ contents: stubs[path] }));
    },
  };
}
