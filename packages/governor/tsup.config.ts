import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig(
  preset({
    index: "src/index.ts",
    message: "src/message.ts",
    events: "src/events.ts",
    usage: "src/usage.ts",
    schemas: "src/schemas.ts",
    "profiles/alisio": "src/profiles/alisio.ts",
  }),
);
