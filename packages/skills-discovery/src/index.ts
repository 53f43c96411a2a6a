export type {
  DirectoryEntry,
  FileKind,
  FileStat,
  OpenedFile,
  SkillFileSystem,
} from "./file-system.ts";
export type {
  Diagnostic,
  DiagnosticCode,
  DiscoveryCode,
  FormatCode,
  Severity,
  SkillInspection,
  SkillMetadata,
  SkillScope,
} from "./types.ts";
export type {
  CatalogEntry,
  CatalogForm,
  CatalogOptions,
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
export type { IntegrityEntry, IntegrityManifest, IntegrityReport } from "./types-integrity.ts";
export type {
  SkillListEntry,
  SkillListReport,
  SkillValidationReport,
  ValidatedFile,
} from "./types-report.ts";
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
