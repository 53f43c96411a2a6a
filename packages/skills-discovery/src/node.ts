/** Discovery over the real file system. */

export { discoverSkills } from "./internal/node-discover.ts";
export { createNodeFileSystem } from "./internal/node-file-system.ts";
export { readPlugins } from "./internal/node-plugins.ts";
export type {
  DiscoverOptions,
  FixedFile,
  ReadPluginsOptions,
  ReadPluginsResult,
  ValidatePathsOptions,
  ValidatePathsResult,
} from "./internal/node-types.ts";
export { validatePaths } from "./internal/node-validate-paths.ts";
