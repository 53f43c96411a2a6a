import { takeOptions } from "./internal/arguments.ts";
import { RESOLVE_COLLISIONS } from "./internal/option-names.ts";
import { invalid, oneOf } from "./internal/options.ts";
import { compareCodeUnits } from "./internal/text.ts";
import type { SkillScope } from "./types.ts";
import type { CollisionPolicy } from "./types-snapshot.ts";

/** What a collision is decided by. */
export interface CollisionCandidate {
  /** The bare name. */
  readonly name: string;
  readonly scope: SkillScope;
  readonly plugin: string | null;
  /** Number of its root in the order of search. */
  readonly rootIndex: number;
  /** Decides within a root, by code units. */
  readonly path: string;
}

/** What became of one candidate. */
export interface CollisionOutcome<Candidate extends CollisionCandidate> {
  readonly candidate: Candidate;
  /** `plugin:name`, `scope:name` under `qualify`, else the name. */
  readonly displayName: string;
  readonly outcome: "winner" | "shadowed" | "refused";
  /** The first in precedence of its name: the winner, where there is one. */
  readonly first: Candidate;
  /** All of its name, itself among them, in order of precedence. */
  readonly group: readonly Candidate[];
  /** Whether another of its name lies in the same root. */
  readonly isAmbiguous: boolean;
}

/** Candidates of all roots, and the policy that decides between equal names. */
export interface ResolveCollisionsOptions<Candidate extends CollisionCandidate> {
  /** In any order. */
  readonly candidates: readonly Candidate[];
  /** Default `first-wins`. */
  readonly policy?: CollisionPolicy | undefined;
  /** Two of one name in one root: the first path wins (default), or both are refused. */
  readonly equalPrecedence?: "first-wins" | "refuse" | undefined;
}

/** All policies. */
export const COLLISION_POLICIES: readonly CollisionPolicy[] = Object.freeze([
  "first-wins",
  "reject-duplicates",
  "qualify",
  "keep-all",
]);

/**
 * Decides among skills of one name. Gives every candidate back, in order of precedence, then
 * path. Where the first in precedence are refused, none of lower precedence comes up instead.
 *
 * @example
 * ```ts
 * import { resolveCollisions } from "@alisio/skills-discovery";
 *
 * const [first, second] = resolveCollisions({
 *   candidates: [
 *     { name: "pdf", scope: "user", plugin: null, rootIndex: 1, path: "~/.agents/skills/pdf/SKILL.md" },
 *     { name: "pdf", scope: "project", plugin: null, rootIndex: 0, path: ".agents/skills/pdf/SKILL.md" },
 *   ],
 * });
 * first?.candidate.scope; // "project"
 * second?.outcome; // "shadowed"
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`; `invalid_option` for an unknown policy.
 */
export function resolveCollisions<Candidate extends CollisionCandidate>(
  given: ResolveCollisionsOptions<Candidate>,
): readonly CollisionOutcome<Candidate>[] {
  const options = takeOptions(given, RESOLVE_COLLISIONS);
  const policy = oneOf("policy", options.policy, COLLISION_POLICIES, "first-wins");
  const equal = oneOf(
    "equalPrecedence",
    options.equalPrecedence,
    ["first-wins", "refuse"],
    "first-wins",
  );
  if (!Array.isArray(options.candidates)) invalid("candidates has to be a list.");
  const ordered = [...options.candidates].sort(
    (left, right) => left.rootIndex - right.rootIndex || compareCodeUnits(left.path, right.path),
  );
  const groups = new Map<string, Candidate[]>();
  for (const candidate of ordered) {
    const key = groupKey(candidate, policy);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  const rules = { policy, refusesEqual: equal === "refuse" };
  const crowds = new Map<Candidate[], ReadonlyMap<number, number>>();
  return ordered.map((candidate) => {
    const group = groups.get(groupKey(candidate, policy)) as Candidate[];
    if (group.length > 1 && !crowds.has(group)) crowds.set(group, countByRoot(group));
    return decide(candidate, group, (crowds.get(group)?.get(candidate.rootIndex) ?? 1) > 1, rules);
  });
}

function groupKey(candidate: CollisionCandidate, policy: CollisionPolicy): string {
  return policy === "qualify" ? displayNameOf(candidate, policy) : candidate.name;
}

function countByRoot(group: readonly CollisionCandidate[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { rootIndex } of group) counts.set(rootIndex, (counts.get(rootIndex) ?? 0) + 1);
  return counts;
}

function decide<Candidate extends CollisionCandidate>(
  candidate: Candidate,
  group: readonly Candidate[],
  isAmbiguous: boolean,
  rules: { readonly policy: CollisionPolicy; readonly refusesEqual: boolean },
): CollisionOutcome<Candidate> {
  const { policy, refusesEqual } = rules;
  const first = group[0] as Candidate;
  const isRefused =
    (refusesEqual && isAmbiguous) || (policy === "reject-duplicates" && group.length > 1);
  const isWinner = policy === "keep-all" || candidate === first;
  return {
    candidate,
    displayName: displayNameOf(candidate, policy),
    outcome: isRefused ? "refused" : isWinner ? "winner" : "shadowed",
    first,
    group,
    isAmbiguous,
  };
}

function displayNameOf(candidate: CollisionCandidate, policy: CollisionPolicy): string {
  if (candidate.plugin !== null) return `${candidate.plugin}:${candidate.name}`;
  return policy === "qualify" ? `${candidate.scope}:${candidate.name}` : candidate.name;
}
