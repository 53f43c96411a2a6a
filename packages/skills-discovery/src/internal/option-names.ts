import type { BuildIntegrityManifestOptions } from "../build-integrity-manifest.ts";
import type { BuildSkillReportOptions } from "../build-skill-report.ts";
import type { CheckSkillLinksOptions } from "../check-skill-links.ts";
import type { CreateSkillToolsOptions } from "../create-skill-tools.ts";
import type { DiscoverSkillsOptions } from "../discover-skills.ts";
import type { FixSkillOptions } from "../fix-skill.ts";
import type { InspectSkillOptions } from "../inspect-skill.ts";
import type { PlanSkillRootsOptions } from "../plan-skill-roots.ts";
import type { RefreshSkillsOptions } from "../refresh-skills.ts";
import type { CollisionCandidate, ResolveCollisionsOptions } from "../resolve-collisions.ts";
import type { SearchSkillsOptions } from "../search-skills.ts";
import type { BuildCatalogOptions } from "../types-catalog.ts";
import type { LoadSkillBodyOptions, ReadSkillResourceOptions } from "../types-disclosure.ts";
import type { EditSkillOverrideOptions, SetSkillOverrideOptions } from "../types-overrides.ts";
import type { CreateSkillSessionOptions } from "../types-session.ts";
import type { ValidateSkillOptions } from "../validate-skill.ts";
import type { VerifyIntegrityOptions } from "../verify-integrity.ts";
import type { OptionNames } from "./arguments.ts";
import type {
  NodeDiscoverSkillsOptions,
  ReadPluginsOptions,
  ValidatePathsOptions,
} from "./node-types.ts";

// The options of each function: any other is refused, since it is most likely misspelt.

export const BUILD_CATALOG: OptionNames<BuildCatalogOptions> = {
  snapshot: true,
  contextWindowTokens: true,
  maxCharacters: true,
  maxEntries: true,
  maxDescriptionCharacters: true,
  pinned: true,
  priorities: true,
  location: true,
  introduction: true,
  omissionNote: true,
};

export const BUILD_INTEGRITY_MANIFEST: OptionNames<BuildIntegrityManifestOptions> = {
  snapshot: true,
  name: true,
};

export const BUILD_SKILL_REPORT: OptionNames<BuildSkillReportOptions> = {
  snapshot: true,
  catalog: true,
};

export const CHECK_SKILL_LINKS: OptionNames<CheckSkillLinksOptions> = {
  text: true,
  path: true,
  directory: true,
  firstLine: true,
  findTarget: true,
};

export const CREATE_SKILL_SESSION: OptionNames<CreateSkillSessionOptions> = {
  snapshot: true,
  onEvent: true,
};

export const CREATE_SKILL_TOOLS: OptionNames<CreateSkillToolsOptions> = {
  session: true,
  search: true,
};

export const DISCOVER_SKILLS: OptionNames<DiscoverSkillsOptions> = {
  fileSystem: true,
  roots: true,
  homeDirectory: true,
  policy: true,
  equalPrecedence: true,
  overrides: true,
  maxDepth: true,
  maxDirectories: true,
};

export const NODE_DISCOVER_SKILLS: OptionNames<NodeDiscoverSkillsOptions> = {
  cwd: true,
  workspaceRoot: true,
  trustProject: true,
  projectDirectories: true,
  configRoots: true,
  homeDirectory: true,
  configHome: true,
  adminRoot: true,
  plugins: true,
  builtinRoots: true,
  policy: true,
  equalPrecedence: true,
  overrides: true,
  maxDepth: true,
  maxDirectories: true,
};

export const EDIT_SKILL_OVERRIDE: OptionNames<EditSkillOverrideOptions> = {
  text: true,
  name: true,
  value: true,
  path: true,
};

export const FIX_SKILL: OptionNames<FixSkillOptions> = { bytes: true };

export const INSPECT_SKILL: OptionNames<InspectSkillOptions> = {
  bytes: true,
  path: true,
  directoryName: true,
  scope: true,
};

export const LOAD_SKILL_BODY: OptionNames<LoadSkillBodyOptions> = {
  snapshot: true,
  name: true,
  caller: true,
  reason: true,
  onEvent: true,
  integrity: true,
  maxResources: true,
};

export const PLAN_SKILL_ROOTS: OptionNames<PlanSkillRootsOptions> = {
  cwd: true,
  workspaceRoot: true,
  trustProject: true,
  projectDirectories: true,
  configRoots: true,
  homeDirectory: true,
  configHome: true,
  adminRoot: true,
  plugins: true,
  builtinRoots: true,
};

export const READ_PLUGINS: OptionNames<ReadPluginsOptions> = {
  directories: true,
  homeDirectory: true,
};

export const READ_SKILL_RESOURCE: OptionNames<ReadSkillResourceOptions> = {
  snapshot: true,
  name: true,
  caller: true,
  reason: true,
  onEvent: true,
  integrity: true,
  path: true,
  startLine: true,
  maxLines: true,
  maxBytes: true,
};

export const REFRESH_SKILLS: OptionNames<RefreshSkillsOptions> = {
  snapshot: true,
  overrides: true,
};

export const RESOLVE_COLLISIONS: OptionNames<ResolveCollisionsOptions<CollisionCandidate>> = {
  candidates: true,
  policy: true,
  equalPrecedence: true,
};

export const SEARCH_SKILLS: OptionNames<SearchSkillsOptions> = {
  snapshot: true,
  query: true,
  limit: true,
  offset: true,
  caller: true,
};

export const SET_SKILL_OVERRIDE = {
  target: true,
  workspaceRoot: true,
  trustProject: true,
  configHome: true,
  name: true,
  value: true,
  snapshot: true,
} as const satisfies OptionNames<SetSkillOverrideOptions>;

export const VALIDATE_PATHS: OptionNames<ValidatePathsOptions> = {
  paths: true,
  cwd: true,
  discover: true,
  fix: true,
  onProgress: true,
};

export const VALIDATE_SKILL: OptionNames<ValidateSkillOptions> = {
  content: true,
  path: true,
  directoryName: true,
  findTarget: true,
};

export const VERIFY_INTEGRITY: OptionNames<VerifyIntegrityOptions> = {
  snapshot: true,
  name: true,
  manifest: true,
};
