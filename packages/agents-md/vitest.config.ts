import { defineProject } from "vitest/config";

export default defineProject({
  resolve: { conditions: ["@alisio/source"] },
  ssr: { resolve: { conditions: ["@alisio/source"] } },
  test: {
    name: "agents-md",
    include: ["test/**/*.test.ts"],
    setupFiles: ["../../vitest.setup.ts"],
    // Property and race tests do much; on a busy machine they take their time.
    testTimeout: 120_000,
  },
});
