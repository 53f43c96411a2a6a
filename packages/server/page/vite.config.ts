import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The page: one script, one style, no inline anything, so that the strictest policy fits. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions: ["@alisio/source", "module", "browser", "production"] },
  // Preact's own h, without a second function for JSX: every hundred bytes count here.
  oxc: { jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment", development: false } },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: "licences.md" },
    rolldownOptions: {
      transform: { inject: { h: ["preact", "h"], Fragment: ["preact", "Fragment"] } },
      output: {
        entryFileNames: "assets/page.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/page[extname]",
      },
    },
  },
});
