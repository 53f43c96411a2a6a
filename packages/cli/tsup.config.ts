import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

// A binary alone: nothing to declare.
export default defineConfig({ ...preset({ bin: "src/bin.ts" }), dts: false });
