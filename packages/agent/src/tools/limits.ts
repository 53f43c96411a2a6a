import { AgentError } from "../errors.ts";
import type { WorkspaceToolLimits } from "./types-workspace-tools.ts";

const MEBIBYTE = 1_048_576;

/** Largest file, in bytes, that has a hash and so can be edited: a model's own files are smaller. */
export const MAX_HASHED_BYTES: number = MEBIBYTE;

/** What a poll of a background task gives when the call names no limit, in UTF-16 units. */
export const DEFAULT_POLL_CHARACTERS = 20_000;

/** Most UTF-16 units that one poll gives: some ten thousand tokens more than a model asks for. */
export const MAX_POLL_CHARACTERS = 100_000;

/** Longest text of one found line, in UTF-16 units: beyond it are minified files and data. */
export const MAX_LINE_CHARACTERS = 1_000;

/** The longest time that a timer can wait, in milliseconds; more than enough for the rest. */
const MAX_LIMIT = 2_147_483_647;

/** The limits in force where a caller sets none. */
export const DEFAULT_TOOL_LIMITS: WorkspaceToolLimits = Object.freeze({
  // About 15,000 tokens: a source file of 1,500 lines whole.
  maxReadCharacters: 60_000,
  // A second or so of reading; logs beyond it are for tail and sed.
  maxScanBytes: 256 * MEBIBYTE,
  // About 7,500 tokens a stream: the beginning and the end of a test run.
  maxOutputCharacters: 30_000,
  // More than the files of nearly every repository once ignored ones are left out.
  maxWalkEntries: 200_000,
  maxListedFiles: 1_000,
  maxSearchLines: 500,
  maxSearchBytes: 256 * MEBIBYTE,
  maxSearchMs: 20_000,
  // Two minutes: most test suites; the rest belongs into the background.
  processTimeoutMs: 120_000,
  maxProcessTimeoutMs: 1_800_000,
  // Long enough for a test runner to write its report.
  killGraceMs: 2_000,
  maxBackgroundCharacters: 4 * MEBIBYTE,
  maxBackgroundTasks: 16,
});

/**
 * The limits with the caller's in place of the defaults.
 *
 * @throws AgentError `invalid_option`
 */
export function resolveLimits(limits: Partial<WorkspaceToolLimits> = {}): WorkspaceToolLimits {
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(DEFAULT_TOOL_LIMITS, name)) {
      throw new AgentError("invalid_option", `There is no limit named ${name}.`);
    }
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT)) {
      throw new AgentError(
        "invalid_option",
        `limits.${name} is ${String(value)}; give a whole number from 1 to ${MAX_LIMIT}.`,
      );
    }
  }
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_TOOL_LIMITS, ...Object.fromEntries(given) };
}
