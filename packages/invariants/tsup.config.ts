import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig({
  ...preset({ index: "src/index.ts", schemas: "src/schemas.ts" }),
  // The root is a file of its own with its constants inlined, since its size is a promise.
  splitting: false,
  esbuildOptions(options) {
    options.minifySyntax = true;
  },
});
