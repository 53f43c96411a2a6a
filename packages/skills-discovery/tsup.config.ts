import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig(
  preset({
    index: "src/index.ts",
    node: "src/node.ts",
    search: "src/search.ts",
    overrides: "src/overrides.ts",
    schemas: "src/schemas.ts",
  }),
);
