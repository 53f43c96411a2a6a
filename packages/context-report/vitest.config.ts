import { defineProject } from "vitest/config";

export default defineProject({
  resolve: { conditions: ["@alisio/source"] },
  ssr: { resolve: { conditions: ["@alisio/source"] } },
  // Properties take their time when other packages' tests run beside them.
  test: { name: "context-report", include: ["test/**/*.test.ts"], testTimeout: 60_000 },
});
