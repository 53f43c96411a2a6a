import { defineProject } from "vitest/config";

export default defineProject({
  resolve: { conditions: ["@alisio/source"] },
  ssr: { resolve: { conditions: ["@alisio/source"] } },
  test: {
    name: "context-report",
    include: ["test/**/*.test.ts"],
    setupFiles: ["../../vitest.setup.ts"],
    // Properties take their time when other packages' tests run beside them.
    testTimeout: 600 * Math.max(100, Number(process.env["ALISIO_FC_RUNS"] ?? 0)),
  },
});
