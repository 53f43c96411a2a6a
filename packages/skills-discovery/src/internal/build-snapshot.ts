import { MAX_NAME_CODE_POINTS } from "../format-limits.ts";
import { SCOPE_PRECEDENCE } from "../plan-skill-roots.ts";
import type { CollisionOutcome } from "../resolve-collisions.ts";
import { resolveCollisions } from "../resolve-collisions.ts";
import type { SkillDiagnostic } from "../types.ts";
import type {
  CollisionPolicy,
  RejectedSkill,
  RootReport,
  Skill,
  SkillOverride,
  SkillOverrides,
  SkillSnapshot,
} from "../types-snapshot.ts";
import type { Candidate, Contender, Reading } from "./candidate.ts";
import { collisionFindings, lockedOverride, refusedDuplicate } from "./collision-messages.ts";
import { baseName } from "./paths.ts";
import { shorten } from "./shorten.ts";
import { normaliseName } from "./skill-name.ts";
import { decideStatus } from "./skill-status.ts";
import { compareCodeUnits, neutralise } from "./text.ts";

/** The rules of a host that a snapshot goes by. */
export interface SnapshotRules {
  readonly policy: CollisionPolicy;
  readonly equalPrecedence: "first-wins" | "refuse";
  readonly overrides: SkillOverrides;
}

/** Puts together what a scan found: collisions, overrides, statuses. Frozen all through. */
export function buildSnapshot(
  roots: readonly RootReport[],
  candidates: readonly Candidate[],
  rules: SnapshotRules,
): SkillSnapshot {
  const rejected: { readonly rootIndex: number; readonly skill: RejectedSkill }[] = [];
  const contenders: Contender[] = [];
  for (const candidate of candidates) {
    const contender = toContender(candidate);
    if (contender === undefined) {
      rejected.push({ rootIndex: candidate.rootIndex, skill: toRejected(candidate, []) });
    } else {
      contenders.push(contender);
    }
  }
  const { policy, equalPrecedence } = rules;
  const overrides = byName(rules.overrides);
  const answered = new Set<string>();
  const skills: Skill[] = [];
  for (const outcome of resolveCollisions({ policy, equalPrecedence, candidates: contenders })) {
    const { candidate, displayName } = outcome;
    for (const name of [candidate.name, displayName]) {
      const override = overrides.get(name);
      if (override !== undefined) answered.add(override.written);
    }
    if (outcome.outcome === "refused") {
      const skill = toRejected(candidate.source, [refusedDuplicate(outcome)]);
      rejected.push({ rootIndex: candidate.rootIndex, skill });
      continue;
    }
    skills.push(toSkill(outcome, overrides));
  }
  rejected.sort(
    (left, right) =>
      left.rootIndex - right.rootIndex || compareCodeUnits(left.skill.path, right.skill.path),
  );
  return Object.freeze({
    policy: rules.policy,
    precedence: SCOPE_PRECEDENCE,
    roots: Object.freeze([...roots]),
    skills: Object.freeze(skills),
    rejected: Object.freeze(rejected.map(({ skill }) => skill)),
    unmatchedOverrides: Object.freeze(
      Object.keys(rules.overrides)
        .filter((name) => !answered.has(name))
        .sort(compareCodeUnits),
    ),
  });
}

/** An override and the name that it was written under. */
type OverridesByName = ReadonlyMap<
  string,
  { readonly written: string; readonly value: SkillOverride }
>;

/** A name may be written in another form of Unicode; one that is written exactly comes first. */
function byName(overrides: SkillOverrides): OverridesByName {
  const entries = Object.entries(overrides).map(([written, value]) => ({ written, value }));
  const names = new Map(entries.map((entry) => [entry.written, entry]));
  for (const entry of entries) {
    const name = normaliseName(entry.written);
    if (!names.has(name)) names.set(name, entry);
  }
  return names;
}

function toContender(source: Candidate): Contender | undefined {
  const { reading, rootIndex, root, path } = source;
  if (reading === null || reading.inspection.rejected) return undefined;
  const name = reading.inspection.metadata.name ?? normaliseName(baseName(source.directory));
  return { name, scope: root.scope, plugin: root.plugin, rootIndex, path, source, reading };
}

function toSkill(outcome: CollisionOutcome<Contender>, overrides: OverridesByName): Skill {
  const { candidate, displayName, first } = outcome;
  const { source, reading } = candidate;
  const { metadata } = reading.inspection;
  const isShadowed = outcome.outcome === "shadowed";
  const shadowedBy = isShadowed ? first.path : null;
  const { value: override = null } =
    overrides.get(displayName) ?? overrides.get(candidate.name) ?? {};
  const isLocked = candidate.plugin !== null && override !== null;
  // A name that several have is its winner's; only the shown name can mean one that is shadowed.
  const isMeant = !isShadowed || (displayName !== candidate.name && overrides.has(displayName));
  const { status, reason } = decideStatus({
    shadowedBy,
    override: isLocked ? null : override,
    disablesModelInvocation: metadata.disableModelInvocation,
  });
  return Object.freeze({
    name: candidate.name,
    displayName,
    description: metadata.description ?? "",
    scope: candidate.scope,
    plugin: candidate.plugin,
    root: source.root.displayPath,
    path: source.path,
    linkTarget: source.linkTarget,
    directory: source.directory,
    file: source.file,
    status,
    override,
    reason,
    shadowedBy,
    sameAsWinner: isShadowed ? compareReadings(reading, first.reading) : null,
    metadata: freezeMetadata(metadata),
    diagnostics: findingsOf(outcome, isLocked && isMeant),
    bytes: reading.bytes,
    hash: `${reading.frontmatterHash}${reading.bodyHash}`,
  });
}

const NOTHING: readonly SkillDiagnostic[] = Object.freeze([]);

/** What there is to say about a skill that loads; nothing about most. */
function findingsOf(
  outcome: CollisionOutcome<Contender>,
  tellsLock: boolean,
): readonly SkillDiagnostic[] {
  const { source, reading, path, plugin } = outcome.candidate;
  const { inspection } = reading;
  const count = inspection.diagnostics.length + source.diagnostics.length + outcome.group.length;
  if (count === 1 && !tellsLock) return NOTHING;
  return Object.freeze([
    ...loadedDiagnostics(reading),
    ...source.diagnostics,
    ...collisionFindings(outcome),
    ...(tellsLock ? [lockedOverride(path, plugin)] : NOTHING),
  ]);
}

/** What discovery loads in spite of is no error to it. */
function loadedDiagnostics(reading: Reading): readonly SkillDiagnostic[] {
  if (reading.inspection.diagnostics.length === 0) return NOTHING;
  return reading.inspection.diagnostics.map((diagnostic) =>
    Object.freeze(
      diagnostic.severity === "error"
        ? { ...diagnostic, severity: "warning" as const }
        : diagnostic,
    ),
  );
}

function freezeMetadata(metadata: Skill["metadata"]): Skill["metadata"] {
  Object.freeze(metadata.metadata);
  Object.freeze(metadata.allowedTools);
  return Object.freeze(metadata);
}

function compareReadings(reading: Reading, winner: Reading): "file" | "body" | "nothing" {
  if (reading.bodyHash !== winner.bodyHash) return "nothing";
  return reading.frontmatterHash === winner.frontmatterHash ? "file" : "body";
}

/** A name that was refused can be anything, of any length. */
function shownName(name: string | null): string | null {
  return name === null ? null : neutralise(shorten(name, MAX_NAME_CODE_POINTS * 2));
}

function toRejected(source: Candidate, findings: readonly SkillDiagnostic[]): RejectedSkill {
  const inspection = source.reading?.inspection;
  return Object.freeze({
    path: source.path,
    file: source.file,
    scope: source.root.scope,
    root: source.root.displayPath,
    name: shownName(inspection?.metadata.name ?? null),
    diagnostics: Object.freeze([
      ...(inspection?.diagnostics ?? []).map((diagnostic) => Object.freeze(diagnostic)),
      ...source.diagnostics,
      ...findings,
    ]),
  });
}
