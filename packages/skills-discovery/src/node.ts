/** Discovery over the real file system. */

export { discoverSkills } from "./internal/node-discover.ts";
export { readPlugins } from "./internal/node-plugins.ts";
export type {
  DiscoverOptions,
  FixedFile,
  ReadPluginsOptions,
  ReadPluginsResult,
  SkillPlugin,
  ValidatePathsOptions,
  ValidatePathsResult,
} from "./internal/node-types.ts";
export { validatePaths } from "./internal/node-validate.ts";
