import { CHARACTERS_PER_TOKEN } from "./build-catalog.ts";
import { takeOptions } from "./internal/arguments.ts";
import { oneLine } from "./internal/one-line.ts";
import { BUILD_SKILL_REPORT } from "./internal/option-names.ts";
import { invalid } from "./internal/options.ts";
import type { SkillCatalog } from "./types-catalog.ts";
import type { SkillListReport } from "./types-report.ts";
import type { SkillSnapshot } from "./types-snapshot.ts";

/** What `buildSkillReport` puts together. */
export interface BuildSkillReportOptions {
  readonly snapshot: SkillSnapshot;
  /** The catalog of the same snapshot. */
  readonly catalog: SkillCatalog;
}

/**
 * The value of `skills list --json`: which roots were searched, what was found, what became of
 * it and why, and what the catalog's budget did. It holds shown paths only.
 *
 * @example
 * ```ts
 * import { buildCatalog, buildSkillReport } from "@alisio/skills-discovery";
 *
 * const report = buildSkillReport({ snapshot, catalog: buildCatalog({ snapshot }) });
 * report.schemaVersion; // 1
 * ```
 */
export function buildSkillReport(given: BuildSkillReportOptions): SkillListReport {
  const options = takeOptions(given, BUILD_SKILL_REPORT);
  const { snapshot, catalog } = options;
  if (!Array.isArray(snapshot?.skills)) invalid("snapshot has to be a snapshot.");
  if (!Array.isArray(catalog?.entries)) invalid("catalog has to be what buildCatalog gave.");
  const entries = new Map(catalog.entries.map((entry) => [entry.path, entry]));
  return {
    schemaVersion: 1,
    policy: snapshot.policy,
    precedence: snapshot.precedence,
    roots: snapshot.roots,
    skills: snapshot.skills.map((skill) => ({
      name: skill.name,
      displayName: skill.displayName,
      description: oneLine(skill.description),
      scope: skill.scope,
      root: skill.root,
      path: skill.path,
      linkTarget: skill.linkTarget,
      status: skill.status,
      override: skill.override,
      reason: skill.reason,
      shadowedBy: skill.shadowedBy,
      sameAsWinner: skill.sameAsWinner,
      tokens: {
        catalog: entries.get(skill.path)?.tokens ?? 0,
        file: Math.ceil(skill.bytes / CHARACTERS_PER_TOKEN),
      },
      diagnostics: skill.diagnostics,
    })),
    rejected: snapshot.rejected.map(({ path, scope, name, diagnostics }) => ({
      path,
      scope,
      name,
      diagnostics,
    })),
    catalog: {
      characters: catalog.characters,
      budget: catalog.budget,
      fingerprint: catalog.fingerprint,
      shortened: catalog.shortened,
      nameOnly: catalog.nameOnly,
      omitted: catalog.omitted,
    },
  };
}
