import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig(
  preset({
    index: "src/index.ts",
    html: "src/html.ts",
    schemas: "src/schemas.ts",
  }),
);
