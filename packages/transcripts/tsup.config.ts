import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig(
  preset({
    index: "src/index.ts",
    node: "src/node.ts",
    "alisio-session": "src/alisio-session.ts",
    report: "src/report.ts",
    schemas: "src/schemas.ts",
  }),
);
