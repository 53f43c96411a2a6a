import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig(
  preset({
    index: "src/index.ts",
    providers: "src/providers.ts",
    scripted: "src/scripted.ts",
    sessions: "src/sessions.ts",
    schemas: "src/schemas.ts",
  }),
);
