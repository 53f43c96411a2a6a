import { readStoredInvariants } from "../read-stored-invariants.ts";
import type {
  CriterionSource,
  GrantSources,
  InvariantDiagnostic,
  InvariantKind,
  InvariantSources,
  PlanSource,
} from "../types.ts";
import { isPlainName } from "./grant-name.ts";
import { report } from "./report.ts";

/** One line of the block before it is quoted. */
export interface Item {
  readonly kind: InvariantKind;
  readonly text: string;
  readonly suffix: string;
}

/** The items in the order of priority, and what was wrong in the sources. */
export interface Collected {
  readonly items: readonly Item[];
  readonly diagnostics: readonly InvariantDiagnostic[];
}

type Add = (kind: InvariantKind, text: string, suffix?: string) => void;
/** Hands on whether a place is sound, and reports it where it is not. */
type Check = (sound: boolean, path: string, needed: string) => boolean;

const LIVE_GOAL = ["active", "paused", "blocked", "budget_limited"];
const APPROVED_PLAN = ["approved", "implementing"];

/** Turns the sources into items: goal, plan, criteria, grants, then instructions oldest first. */
export function collectItems(sources: InvariantSources): Collected {
  const { stored, goal, plan, criteria, grants } = sources;
  const items: Item[] = [];
  const reading = readStoredInvariants(stored);
  const diagnostics: InvariantDiagnostic[] = [...reading.diagnostics];
  const add: Add = (kind, text, suffix = "") => {
    items.push({ kind, text, suffix });
  };
  const check: Check = (sound, path, needed) => {
    if (!sound) diagnostics.push(report("source.invalid", path, needed));
    return sound;
  };
  if (goal && LIVE_GOAL.includes(goal.status)) {
    const { objective } = goal;
    if (check(typeof objective === "string", "goal.objective", "a string")) add("goal", objective);
  }
  if (plan && APPROVED_PLAN.includes(plan.status)) addPlan(plan, add, check);
  addCriteria(criteria, add, check);
  if (grants) addGrants(grants, add, check);
  for (const text of reading.stored.instructions) add("instruction", text);
  return { items, diagnostics };
}

function addPlan({ title, revision, hash }: PlanSource, add: Add, check: Check): void {
  // Revision and hash stand outside the quotes, so they must be exactly what they say they are.
  const prefix = typeof hash === "string" && /^[0-9a-f]{8}/i.exec(hash)?.[0];
  const needed = "a string title, whole revision and hex hash";
  if (check(typeof title === "string" && isCount(revision) && !!prefix, "plan", needed)) {
    add("plan", title, ` revision ${revision} hash ${prefix}`);
  }
}

function addCriteria(
  criteria: readonly CriterionSource[] | null | undefined,
  add: Add,
  check: Check,
): void {
  listOf(criteria, "criteria", check).forEach((criterion, index) => {
    const { text, required, applicable } = criterion ?? {};
    if (applicable === false) return;
    const sound = typeof text === "string" && typeof required === "boolean";
    if (check(sound, `criteria[${index}]`, "a text and a boolean required")) {
      add("criterion", text as string, required ? " [required]" : " [optional]");
    }
  });
}

function addGrants(grants: GrantSources, add: Add, check: Check): void {
  // A set: a name granted twice is one grant.
  const texts = new Set<string>();
  const addNames = (field: "effects" | "capabilities", prefix: string): void => {
    listOf(grants[field], `grants.${field}`, check).forEach((name, index) => {
      // The name is not repeated: it may be the very path or script that must not get out.
      const needed = "a plain name: no path, script or argument";
      if (check(isPlainName(name), `grants.${field}[${index}]`, needed)) texts.add(prefix + name);
    });
  };
  addNames("effects", "effect:");
  addNames("capabilities", "");
  const count = grants.externalDirectories ?? 0;
  if (check(isCount(count), "grants.externalDirectories", "a whole number from 0") && count > 0) {
    texts.add(`external directories: ${count}`);
  }
  for (const text of texts) add("grant", text);
}

function listOf<T>(
  list: readonly T[] | null | undefined,
  path: string,
  check: Check,
): readonly T[] {
  return list && check(Array.isArray(list), path, "an array") ? list : [];
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
