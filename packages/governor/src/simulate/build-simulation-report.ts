import { demandArgument } from "../internal/demand-argument.ts";
import { readFields } from "../internal/read-fields.ts";
import { addFigures } from "./internal/figures.ts";
import { resolveSimulationSettings } from "./resolve-simulation-settings.ts";
import type {
  ReportedSettings,
  SimulatedAgent,
  SimulatedSession,
  SimulationReport,
  SimulationSettings,
  SweepRow,
} from "./types.ts";

/** What a report is made of. */
export interface SimulationParts {
  /** Those that all sessions were simulated with. */
  readonly settings?: SimulationSettings | undefined;
  readonly sessions: readonly Omit<SimulatedSession, "figures">[];
  readonly sweep?: readonly SweepRow[] | undefined;
}

/**
 * Adds up streams to sessions, sessions to agents, and all of them.
 *
 * @throws GovernorError `invalid_argument`, `invalid_setting`, `unknown_setting`,
 * `unsupported_policy_version`
 *
 * @example
 * ```ts
 * const streams = [{ id: "main", kind: "main", figures: simulateStream(stream) }] as const;
 * const report = buildSimulationReport({
 *   sessions: [{ session: "1", path: null, agent: "codex", streams }],
 * });
 * ```
 */
export function buildSimulationReport(parts: SimulationParts): SimulationReport {
  demandArgument(
    () => parts.sessions.every(({ streams }) => Array.isArray(streams)),
    "parts",
    parts,
    "an object with the sessions and their streams",
  );
  const { settings, sessions: given, sweep } = readFields(parts, ["settings", "sessions", "sweep"]);
  const { profile: _, quotedBy: __, ...reported } = resolveSimulationSettings(settings);
  const sessions = given.map(
    ({ session, path, agent, streams }): SimulatedSession => ({
      session,
      path,
      agent,
      streams,
      figures: addFigures(streams.map(({ figures }) => figures)),
    }),
  );
  return {
    schemaVersion: 1,
    settings: reported satisfies ReportedSettings,
    sessions,
    agents: agentsOf(sessions),
    total: addFigures(sessions.map(({ figures }) => figures)),
    ...(sweep && { sweep }),
  };
}

function agentsOf(sessions: readonly SimulatedSession[]): readonly SimulatedAgent[] {
  const names = [...new Set(sessions.map(({ agent }) => agent))].sort();
  return names.map((agent) => {
    const own = sessions.filter((session) => session.agent === agent);
    return {
      agent,
      sessions: own.length,
      figures: addFigures(own.map(({ figures }) => figures)),
    };
  });
}
