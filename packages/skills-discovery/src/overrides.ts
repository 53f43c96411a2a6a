/**
 * Switches skills on and off in a configuration file. Needs the optional peer `jsonc-parser`.
 *
 * @packageDocumentation
 */

export { editSkillOverride } from "./edit-skill-override.ts";
export { setSkillOverride } from "./internal/node-set-skill-override.ts";
export type {
  EditSkillOverrideOptions,
  EditSkillOverrideResult,
  SetSkillOverrideOptions,
  SetSkillOverrideResult,
  SkillOverrideTarget,
} from "./types-overrides.ts";
