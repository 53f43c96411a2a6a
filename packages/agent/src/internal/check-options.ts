import { isAbsolute } from "node:path";
import { resolveSettings } from "@alisio/governor";
import { renderInvariants } from "@alisio/invariants";
import { AgentError } from "../errors.ts";
import type { AgentRunnerOptions } from "../types-runner.ts";
import { type OptionNames, takeOptions } from "./arguments.ts";
import { policyOf } from "./governor.ts";
import { shown } from "./shown.ts";

const OPTIONS: OptionNames<AgentRunnerOptions> = {
  sessionsDirectory: true,
  sessionId: true,
  cwd: true,
  workspace: true,
  configHome: true,
  homeDirectory: true,
  model: true,
  contextWindow: true,
  maxOutputTokens: true,
  governance: true,
  compaction: true,
  permissions: true,
  instructions: true,
  skills: true,
  catalog: true,
  approve: true,
  environment: true,
  now: true,
  createId: true,
  maxRequests: true,
  sleep: true,
  version: true,
};

const OBJECTS = [
  "model",
  "governance",
  "compaction",
  "permissions",
  "instructions",
  "skills",
  "catalog",
  "environment",
] as const;

/**
 * @throws AgentError `invalid_argument`, `invalid_option`
 * @throws GovernorError, InvariantsError for the governor's settings
 */
export function checkOptions(given: AgentRunnerOptions): AgentRunnerOptions {
  const options = takeOptions(given, OPTIONS);
  for (const name of OBJECTS) {
    const value: unknown = options[name];
    demand(typeof value === "object" && value !== null, name, value, "an object");
  }
  const { contextWindow, maxOutputTokens, compaction, maxRequests, governance } = options;
  for (const name of ["cwd", "sessionsDirectory"] as const) {
    demand(isAbsoluteText(options[name]), name, options[name], "an absolute path");
  }
  const root = rootOf(options);
  demand(isAbsoluteText(root), "workspace", root, "an absolute path");
  const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
  for (const [name, value] of Object.entries({ contextWindow, maxOutputTokens })) {
    demand(value === null || isWhole(value), name, value, "a whole number from 1, or null");
  }
  const { threshold, keepTurns } = compaction;
  const isShare = threshold > 0 && threshold <= 1;
  demand(isShare, "compaction.threshold", threshold, "a number over 0, at most 1");
  const isCount = Number.isSafeInteger(keepTurns) && keepTurns >= 0;
  demand(isCount, "compaction.keepTurns", keepTurns, "a whole number from 0");
  const isMost = maxRequests === undefined || isWhole(maxRequests);
  demand(isMost, "maxRequests", maxRequests, "a whole number from 1");
  resolveSettings(policyOf(governance));
  renderInvariants({}, { maxChars: governance.maxInvariantCharacters });
  return options;
}

function isAbsoluteText(path: unknown): boolean {
  return typeof path === "string" && isAbsolute(path);
}

/** Where the workspace begins. */
export function rootOf({ workspace }: AgentRunnerOptions): string {
  return typeof workspace === "string" ? workspace : workspace?.root;
}

function demand(isGood: boolean, name: string, value: unknown, wanted: string): void {
  if (isGood) return;
  throw new AgentError("invalid_option", `${name} is ${shown(value)}; it has to be ${wanted}.`);
}
