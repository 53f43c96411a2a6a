/**
 * Schemas of every value that this package writes down, one set per `schemaVersion`. Needs the
 * optional peer `zod`.
 *
 * @packageDocumentation
 */

import { z } from "zod";
import type { SkillDiagnosticCode } from "./types.ts";
import type { SkillEvent } from "./types-disclosure.ts";
import type { IntegrityManifest } from "./types-integrity.ts";
import type { SkillListReport, SkillValidationReport } from "./types-report.ts";

const severitySchema = z.enum(["error", "warning", "information"]);
const scopeSchema = z.enum(["project", "config", "user", "admin", "plugin", "builtin"]);
const overrideSchema = z.enum(["on", "off", "name-only", "manual"]);
const wholeSchema = z.int().min(0);
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Codes are open: a later minor version may add some. */
const diagnosticSchema = z.strictObject({
  code: z.custom<SkillDiagnosticCode>(
    (value) => typeof value === "string" && /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(value),
  ),
  severity: severitySchema,
  path: z.string(),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable(),
  message: z.string(),
});

const rootSchema = z.strictObject({
  scope: scopeSchema,
  path: z.string(),
  plugin: z.string().nullable(),
  linkTarget: z.string().nullable(),
  searched: z.boolean(),
  reason: z
    .enum([
      "untrusted",
      "missing",
      "not-a-directory",
      "unreadable",
      "link-outside",
      "cycle",
      "duplicate",
    ])
    .nullable(),
  partial: z.boolean(),
  diagnostics: z.array(diagnosticSchema),
});

const listedSkillSchema = z.strictObject({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  scope: scopeSchema,
  root: z.string(),
  path: z.string(),
  linkTarget: z.string().nullable(),
  status: z.enum(["enabled", "disabled", "shadowed", "hidden"]),
  override: overrideSchema.nullable(),
  reason: z.string().nullable(),
  shadowedBy: z.string().nullable(),
  sameAsWinner: z.enum(["file", "body", "nothing"]).nullable(),
  tokens: z.strictObject({ catalog: wholeSchema, file: wholeSchema }),
  diagnostics: z.array(diagnosticSchema),
});

/** The value of `skills list --json`, version 1. */
export const skillListReportSchema: z.ZodType<SkillListReport> = z.strictObject({
  schemaVersion: z.literal(1),
  policy: z.enum(["first-wins", "reject-duplicates", "qualify", "keep-all"]),
  precedence: z.array(scopeSchema),
  roots: z.array(rootSchema),
  skills: z.array(listedSkillSchema),
  rejected: z.array(
    z.strictObject({
      path: z.string(),
      scope: scopeSchema,
      name: z.string().nullable(),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
  catalog: z.strictObject({
    characters: wholeSchema,
    budget: wholeSchema,
    fingerprint: sha256Schema,
    shortened: z.array(z.string()),
    nameOnly: z.array(z.string()),
    omitted: z.array(z.string()),
  }),
});

/** The value of `skills validate --json`, version 1. */
export const skillValidationReportSchema: z.ZodType<SkillValidationReport> = z.strictObject({
  schemaVersion: z.literal(1),
  checked: wholeSchema,
  errors: wholeSchema,
  warnings: wholeSchema,
  files: z.array(
    z.strictObject({
      path: z.string(),
      name: z.string().nullable(),
      valid: z.boolean(),
      diagnostics: z.array(diagnosticSchema),
    }),
  ),
});

/** A manifest of a skill's files, version 1. */
export const integrityManifestSchema: z.ZodType<IntegrityManifest> = z.strictObject({
  schemaVersion: z.literal(1),
  skill: z.string().min(1),
  files: z.array(
    z.strictObject({ path: z.string().min(1), bytes: wholeSchema, sha256: sha256Schema }),
  ),
});

/** A disclosure as hosts log it, version 1. */
export const skillEventSchema: z.ZodType<SkillEvent> = z.strictObject({
  schemaVersion: z.literal(1),
  event: z.enum(["skill.body.loaded", "skill.resource.loaded"]),
  skill: z.string().min(1),
  resource: z.string().nullable(),
  reason: z.string().nullable(),
  bytes: wholeSchema,
});

/** An `alisio-plugin.json`, version 1. */
export const pluginManifestSchema: z.ZodType<{
  readonly schemaVersion: 1;
  readonly id: string;
  readonly skills?: readonly string[] | undefined;
}> = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u),
  skills: z.array(z.string().min(1)).max(100).optional(),
});
