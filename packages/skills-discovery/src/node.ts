/**
 * Discovery over the real file system, and what a host does with its result: all that most need,
 * from one entry that loads little where there is no skill.
 *
 * @packageDocumentation
 */

export { buildCatalog } from "./build-catalog.ts";
export { buildSkillReport } from "./build-skill-report.ts";
export { createSkillSession } from "./create-skill-session.ts";
export { discoverSkills } from "./internal/node-discover.ts";
export { createNodeFileSystem } from "./internal/node-file-system.ts";
export { readPlugins } from "./internal/node-plugins.ts";
export type {
  FixedFile,
  NodeDiscoverSkillsOptions,
  ReadPluginsOptions,
  ReadPluginsResult,
  ValidatePathsOptions,
  ValidatePathsResult,
} from "./internal/node-types.ts";
export { validatePaths } from "./internal/node-validate-paths.ts";
export { loadSkillBody } from "./load-skill-body.ts";
export { readSkillResource } from "./read-skill-resource.ts";
export { refreshSkills } from "./refresh-skills.ts";
