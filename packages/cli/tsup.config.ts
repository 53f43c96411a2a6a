import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig(preset({ bin: "src/bin.ts" }));
