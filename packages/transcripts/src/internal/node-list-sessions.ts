import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { TranscriptsError } from "../errors.ts";
import type { SessionList, SessionSummary } from "../session-summary.ts";
import type { AgentName, TranscriptDiagnostic } from "../types.ts";
import { takeOptions } from "./arguments.ts";
import { Diagnostics } from "./diagnostics.ts";
import { defaultHome } from "./node-home.ts";
import type { LocateRequest, Locator } from "./node-locate.ts";
import { LOCATORS } from "./node-locators.ts";
import { compare } from "./node-session-file.ts";
import { shown } from "./shown.ts";

/** Where to look, and for what. */
export interface ListSessionsOptions {
  /**
   * The user's home directory. Default: that of the process; where `HOME` is empty or relative,
   * the one that the system has for the user.
   */
  readonly homeDirectory?: string | undefined;
  /**
   * Environment variables, of which the agents' own are used: `CLAUDE_CONFIG_DIR`, `CODEX_HOME`,
   * `GEMINI_CLI_HOME`, `PI_CODING_AGENT_DIR`, `COPILOT_HOME`, `XDG_DATA_HOME`, `XDG_STATE_HOME`,
   * `ALISIO_STATE_HOME`. The last three are ignored unless they are absolute paths; the others
   * count as they do for their agents. Default: those of the process.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Places to look in instead of an agent's own; these go before the environment. */
  readonly roots?: Readonly<Partial<Record<AgentName, string>>> | undefined;
  /** Only these agents. Default: all. */
  readonly agents?: readonly AgentName[] | undefined;
  /** Only sessions of this working directory. Default: of every directory. */
  readonly cwd?: string | undefined;
  /** Also conversations that a session started. Default: false. */
  readonly includeSubagents?: boolean | undefined;
}

/**
 * Finds the sessions that agents keep on this machine. Reads the beginning and the end of each file
 * only. A place that cannot be read is reported, and hides nothing else.
 *
 * @example
 * ```ts
 * const { sessions } = await listSessions({ cwd: process.cwd() });
 * const latest = sessions[0];
 * ```
 *
 * @throws TranscriptsError `invalid_argument`, `invalid_option`.
 */
export async function listSessions(given: ListSessionsOptions = {}): Promise<SessionList> {
  const options = checkOptions(given);
  const diagnostics: TranscriptDiagnostic[] = [];
  const wanted = options.cwd === undefined ? undefined : pathsOf(options.cwd);
  const environment = {
    home: options.homeDirectory ?? defaultHome(),
    env: options.environment ?? process.env,
  };
  const request: LocateRequest = {
    cwd: wanted?.[0],
    includeSubagents: options.includeSubagents ?? false,
    report: (code, path, message) => {
      const told = new Diagnostics(path);
      told.add(code, "warning", undefined, message);
      diagnostics.push(...told.list());
    },
  };
  let found: readonly SessionSummary[] = [];
  for (const locator of LOCATORS) {
    if (options.agents !== undefined && !options.agents.includes(locator.agent)) continue;
    const root = options.roots?.[locator.agent] ?? locator.root(environment);
    found = found.concat(await listOf(locator, root, request));
  }
  const sessions = found
    .filter(
      (session) =>
        wanted === undefined || (session.cwd !== undefined && isSame(session.cwd, wanted)),
    )
    .sort(
      (a, b) => b.modifiedAtMs - a.modifiedAtMs || compare(a.path, b.path) || compare(a.id, b.id),
    );
  return { schemaVersion: 1, sessions, diagnostics };
}

async function listOf(
  locator: Locator,
  root: string,
  request: LocateRequest,
): Promise<readonly SessionSummary[]> {
  try {
    return await locator.list(root, request);
  } catch (error) {
    const reason = error instanceof Error ? error.name : "unknown";
    request.report("file.unreadable", root, `the sessions there could not be listed (${reason}).`);
    return [];
  }
}

/** The directory as it is named and as it is: agents write either. */
function pathsOf(cwd: string): readonly string[] {
  const named = resolve(cwd);
  try {
    return [...new Set([named, realpathSync(named)])];
  } catch {
    return [named];
  }
}

function isSame(cwd: string, wanted: readonly string[]): boolean {
  const trimmed = cwd.length > 1 ? cwd.replace(/[/\\]$/, "") : cwd;
  return wanted.includes(trimmed) || wanted.includes(resolve(trimmed));
}

const KINDS: Readonly<Record<keyof ListSessionsOptions, string>> = {
  homeDirectory: "a path",
  environment: "an object",
  roots: "an object of paths by agent",
  agents: "a list of agents",
  cwd: "a path",
  includeSubagents: "true or false",
};

function checkOptions(given: ListSessionsOptions): ListSessionsOptions {
  const options = takeOptions(given, KINDS);
  for (const [name, value] of Object.entries(options)) {
    const expected = KINDS[name as keyof ListSessionsOptions];
    if (!isOf(expected, value)) {
      throw new TranscriptsError("invalid_option", `${name} is ${expected}; got ${shown(value)}.`);
    }
  }
  const known = new Set<string>(LOCATORS.map((locator) => locator.agent));
  const named: readonly string[] = [...(options.agents ?? []), ...Object.keys(options.roots ?? {})];
  for (const agent of named) {
    if (!known.has(agent)) {
      throw new TranscriptsError(
        "invalid_option",
        `No sessions can be found of ${shown(agent)}; agents are ${[...known].join(", ")}.`,
      );
    }
  }
  return options;
}

function isOf(expected: string, value: unknown): boolean {
  if (expected === "a path") return typeof value === "string" && value !== "";
  if (expected === "true or false") return typeof value === "boolean";
  if (expected === "a list of agents") return Array.isArray(value);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
