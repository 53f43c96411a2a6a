import { defineProject } from "vitest/config";

export default defineProject({
  resolve: { conditions: ["@alisio/source"] },
  ssr: { resolve: { conditions: ["@alisio/source"] } },
  // As the published build has it: React's production build knows no other.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    name: "cli",
    include: ["test/**/*.test.{ts,tsx}"],
    setupFiles: ["../../vitest.setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
