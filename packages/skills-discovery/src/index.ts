/**
 * Finds Agent Skills, checks them, fits their list into a budget, and hands out bodies and supporting
 * files on demand. Takes a file system; touches none itself.
 *
 * @packageDocumentation
 */

export {
  buildCatalog,
  DEFAULT_CATALOG_CHARACTERS,
  DEFAULT_CATALOG_INTRODUCTION,
  DEFAULT_MAX_DESCRIPTION_CHARACTERS,
  defaultOmissionNote,
  MIN_DESCRIPTION_CHARACTERS,
} from "./build-catalog.ts";
export {
  type BuildIntegrityManifestOptions,
  buildIntegrityManifest,
} from "./build-integrity-manifest.ts";
export { type BuildSkillReportOptions, buildSkillReport } from "./build-skill-report.ts";
export { type CheckSkillLinksOptions, checkSkillLinks } from "./check-skill-links.ts";
export { createSkillSession } from "./create-skill-session.ts";
export {
  type CreateSkillToolsOptions,
  createSkillTools,
  type SkillSearch,
  type SkillTool,
  type SkillToolResult,
} from "./create-skill-tools.ts";
export {
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_DIRECTORIES,
  type DiscoverSkillsOptions,
  discoverSkills,
} from "./discover-skills.ts";
export { SkillsDiscoveryError, type SkillsDiscoveryErrorCode } from "./errors.ts";
export type {
  DirectoryEntry,
  FileKind,
  FileStat,
  OpenedFile,
  SkillFileSystem,
} from "./file-system.ts";
export { type FixSkillOptions, fixSkill } from "./fix-skill.ts";
export {
  MAX_BODY_LINES,
  MAX_COMPATIBILITY_CODE_POINTS,
  MAX_DESCRIPTION_CODE_POINTS,
  MAX_FRONTMATTER_BYTES,
  MAX_NAME_CODE_POINTS,
  MAX_NESTING_DEPTH,
  MAX_SKILL_FILE_BYTES,
} from "./format-limits.ts";
export { type InspectSkillOptions, inspectSkill } from "./inspect-skill.ts";
export { DEFAULT_MAX_RESOURCES, loadSkillBody } from "./load-skill-body.ts";
export { parseSkillCommand, type SkillCommand } from "./parse-skill-command.ts";
export {
  type PlanSkillRootsOptions,
  planSkillRoots,
  type SkillPlugin,
} from "./plan-skill-roots.ts";
export { DEFAULT_MAX_RESOURCE_BYTES, readSkillResource } from "./read-skill-resource.ts";
export { type RefreshSkillsOptions, refreshSkills } from "./refresh-skills.ts";
export {
  type CollisionCandidate,
  type CollisionOutcome,
  type ResolveCollisionsOptions,
  resolveCollisions,
} from "./resolve-collisions.ts";
export type {
  SkillDiagnostic,
  SkillDiagnosticCode,
  SkillInspection,
  SkillMetadata,
  SkillScope,
} from "./types.ts";
export type {
  BuildCatalogOptions,
  CatalogEntry,
  CatalogForm,
  SkillCatalog,
} from "./types-catalog.ts";
export type {
  DisclosureOptions,
  LoadedResource,
  LoadedSkill,
  LoadSkillBodyOptions,
  ReadSkillResourceOptions,
  SkillCaller,
  SkillEvent,
  SkillResource,
} from "./types-disclosure.ts";
export type {
  FindLinkTarget,
  FixedSkill,
  LinkTarget,
  SkillFix,
  SkillValidation,
} from "./types-format.ts";
export type { IntegrityEntry, IntegrityManifest, IntegrityReport } from "./types-integrity.ts";
export type {
  SkillListEntry,
  SkillListReport,
  SkillValidationReport,
  ValidatedFile,
} from "./types-report.ts";
export type {
  ActiveSkill,
  CreateSkillSessionOptions,
  SkillCounters,
  SkillSession,
} from "./types-session.ts";
export type {
  CollisionPolicy,
  DiscoveryRules,
  RejectedSkill,
  RootReport,
  RootSkipReason,
  Skill,
  SkillOverride,
  SkillOverrides,
  SkillRefresh,
  SkillRoot,
  SkillSnapshot,
  SkillStatus,
} from "./types-snapshot.ts";
export { type ValidateSkillOptions, validateSkill } from "./validate-skill.ts";
export { type VerifyIntegrityOptions, verifyIntegrity } from "./verify-integrity.ts";
