import { copyFileSync } from "node:fs";
import type { Options } from "tsup";
import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * An import of node:fs has each of its exports looked at, which loads streams; commander requires
 * node:child_process, and with it networking, for a kind of command that alisio hasn't got. Both are
 * taken when they are used.
 */
const builtinsWhenUsed: Plugin = {
  name: "builtins-when-used",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      path === "node:fs" || kind === "require-call" ? { path, namespace: "builtin" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => {
      const builtin = `process.getBuiltinModule(${JSON.stringify(path)})`;
      const isLate = path === "node:child_process";
      return {
        contents: isLate
          ? `exports.spawn = (...args) => ${builtin}.spawn(...args);`
          : `module.exports = ${builtin};`,
      };
    });
  },
};

// A binary alone: nothing to declare. Commander is part of it, with its licence.
export default defineConfig({
  ...preset({ bin: "src/bin.ts" }),
  dts: false,
  noExternal: ["commander"],
  removeNodeProtocol: false,
  esbuildPlugins: [builtinsWhenUsed],
  onSuccess: async () =>
    copyFileSync("node_modules/commander/LICENSE", "dist/commander-LICENSE.txt"),
  // Less text to be read on each start; names, and so stack traces, stay.
  esbuildOptions: (options) => {
    options.minifyWhitespace = true;
    options.minifySyntax = true;
  },
});
