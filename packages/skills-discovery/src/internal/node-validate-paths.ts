import { takeOptions } from "./arguments.ts";
import type { ValidatePathsOptions, ValidatePathsResult } from "./node-types.ts";
import { NODE_DISCOVER_SKILLS, VALIDATE_PATHS } from "./option-names.ts";

/**
 * Validates every `SKILL.md` of the given skills, files and trees: nested ones and dot-directories
 * included (`.git` and `node_modules` are not), without the bounds of discovery.
 *
 * @example
 * ```ts
 * import { validatePaths } from "@alisio/skills-discovery/node";
 *
 * const { report, unreadable } = await validatePaths({ paths: [".agents/skills"] });
 * const exitCode = unreadable.length > 0 ? 2 : report.errors > 0 ? 1 : 0;
 * exitCode; // 0
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`, `invalid_option` as `discoverSkills` does, where
 * no path is named.
 */
export async function validatePaths(
  given: ValidatePathsOptions = {},
): Promise<ValidatePathsResult> {
  const options = takeOptions(given, VALIDATE_PATHS);
  // Judging files is more than half of this package, and discovery alone needn't load it.
  const { validateAll } = await import("./node-validate.ts");
  const { discover, ...rest } = options;
  if (discover === undefined) return validateAll(rest);
  return validateAll({ ...rest, discover: takeOptions(discover, NODE_DISCOVER_SKILLS) });
}
