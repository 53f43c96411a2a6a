import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

// What is remembered beside a snapshot has to be one for `.` and `./node`, so these are built
// together. The optional entries are a file each, so that discovery loads few. They are built side
// by side, so none may clean up after the others; the build script does.
const ENTRIES = [
  { index: "src/index.ts", node: "src/node.ts" },
  { search: "src/search.ts" },
  { overrides: "src/overrides.ts" },
  { schemas: "src/schemas.ts" },
];

export default defineConfig(
  ENTRIES.map((entry) => ({
    ...preset(entry),
    clean: false,
    removeNodeProtocol: false,
  })),
);
