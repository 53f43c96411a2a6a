import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig({
  ...preset({
    index: "src/index.ts",
    html: "src/html.ts",
    schemas: "src/schemas.ts",
  }),
  // The views of the page are part of the HTML files: they are bundled, with Preact.
  esbuildOptions: (options) => {
    options.jsx = "automatic";
    options.jsxImportSource = "preact";
  },
});
