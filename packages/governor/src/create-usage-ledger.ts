import type { Pair } from "./internal/claim.ts";
import { commandWords } from "./internal/command-words.ts";
import { isSuccess, wholeText } from "./internal/content.ts";
import { demandArgument } from "./internal/demand-argument.ts";
import { isRecord } from "./internal/is-record.ts";
import { observe } from "./internal/observe.ts";
import { Pairing } from "./internal/pairing.ts";
import { SeenPaths, type SeenResult } from "./internal/seen-paths.ts";
import type { Message, ToolCall, ToolMessage } from "./message.ts";
import { resolveSettings } from "./resolve-settings.ts";
import type { GovernorSettings, Observation, Projection, UsageSummary } from "./types.ts";

/** Tools whose command is searched for paths, word by word. */
const COMMAND_TOOLS: ReadonlySet<string> = new Set(["run_process", "shell"]);

/** Counts which results a session's agent came back to. */
export interface UsageLedger {
  /**
   * Takes note of a request: what it holds whole the model has now seen, and what its new calls
   * name was used.
   *
   * @throws GovernorError `invalid_argument`, `invalid_observation`, `profile_failed`
   */
  record(projection: Projection): void;
  /**
   * The next request's history was rewritten (by a compaction, or a cut): it is read from its start,
   * and results that are known stay known. Not needed when the history became shorter.
   */
  restart(): void;
  /** The ratios per tool so far. */
  summary(): UsageSummary;
  /**
   * Whether a later call named a path of the result of this call; `undefined` for a result that
   * isn't known, that the model didn't see whole, or that has no path.
   */
  usedLater(callId: string): boolean | undefined;
}

interface Counts {
  seen: number;
  used: number;
  reread: number;
  notAttributable: number;
}

/**
 * A ledger of what the model used of the results that it saw whole: a result is used when a later
 * call names one of its paths (the file read, the files listed, the files that a search matched) as
 * its `path` argument, through paths that the tool's profile declares, or, for `run_process` and
 * `shell`, as a whole word of the command.
 *
 * A heuristic for people to look at; it never decides what is elided. In `off` it stays empty.
 *
 * @param settings - The same as the projection's.
 * @throws GovernorError `invalid_setting`, `unknown_setting`, `unsupported_policy_version`
 *
 * @example
 * ```ts
 * const ledger = createUsageLedger({ mode: "on" });
 * ledger.record(projector.view());
 * ledger.summary().tools.map(formatUsage); // ["read_file 20/45"]
 * ```
 */
export function createUsageLedger(settings: GovernorSettings = {}): UsageLedger {
  const { mode, profile } = resolveSettings(settings);
  const counts = new Map<string, Counts>();
  const paths = new SeenPaths();
  /** By call id; `undefined` for a result that can't be attributed. */
  const known = new Map<string, SeenResult | undefined>();
  /** Tools that were seen to read files: a failed call of one is still no use of the file. */
  const readers = new Set<string>();
  let pairing = new Pairing();
  /** Messages of this history that were looked at, and of those before it. */
  let length = 0;
  let offset = 0;

  function restart(): void {
    offset += length;
    length = 0;
    pairing = new Pairing();
  }

  function addPair({ call, callIndex }: Pair, message: ToolMessage, isWhole: boolean): void {
    if (known.has(call.id)) return;
    const isShown = isWhole && isSuccess(message);
    const observations = isShown ? observe(profile, call, wholeText(message.content)) : [];
    if (observations.some(({ kind }) => kind === "read")) readers.add(call.name);
    markNamed(call, observations, offset + callIndex);
    known.set(call.id, isWhole ? addSeen(call.name, observations, offset + length) : undefined);
  }

  function markNamed(call: ToolCall, observations: readonly Observation[], before: number): void {
    const { reads, others } = namedPaths(call, observations, readers.has(call.name));
    for (const path of reads) {
      for (const { tool } of paths.takeRepeated(path, before)) countsOf(tool).reread += 1;
      paths.takeUsed(path, before, true).forEach(use);
    }
    for (const path of others) {
      if (!reads.has(path)) paths.takeUsed(path, before, false).forEach(use);
    }
  }

  function use(result: SeenResult): void {
    if (result.isUsed) return;
    result.isUsed = true;
    countsOf(result.tool).used += 1;
  }

  function addSeen(
    tool: string,
    observations: readonly Observation[],
    position: number,
  ): SeenResult | undefined {
    const { reads, others } = givenPaths(observations);
    if (reads.size === 0 && others.size === 0) {
      countsOf(tool).notAttributable += 1;
      return undefined;
    }
    countsOf(tool).seen += 1;
    const result: SeenResult = { tool, position, isUsed: false };
    for (const path of reads) paths.addRead(path, result);
    for (const path of others) if (!reads.has(path)) paths.addOther(path, result);
    return result;
  }

  function countsOf(tool: string): Counts {
    let count = counts.get(tool);
    if (!count) {
      count = { seen: 0, used: 0, reread: 0, notAttributable: 0 };
      counts.set(tool, count);
    }
    return count;
  }

  return {
    record(projection) {
      const isProjection = (): boolean =>
        Array.isArray(projection.messages) && Array.isArray(projection.elisions);
      demandArgument(isProjection, "projection", projection, "what projectHistory returned");
      if (mode === "off") return;
      const { messages } = projection;
      if (messages.length < length) restart();
      const stubs = mode === "on" ? newStubs(projection, length) : new Set<string>();
      for (; length < messages.length; length += 1) {
        const message = messages[length] as Message | null | undefined;
        if (message?.role === "assistant") pairing.addCalls(message, length);
        if (message?.role !== "tool") continue;
        const pair = pairing.complete(message, length);
        if (pair) addPair(pair, message, !stubs.has(message.callId));
      }
    },
    restart,
    summary: () => summaryOf(counts),
    usedLater: (callId) => known.get(callId)?.isUsed,
  };
}

/** Paths that a call names: those it reads, and others. */
function namedPaths(
  call: ToolCall,
  observations: readonly Observation[],
  isReader: boolean,
): { readonly reads: ReadonlySet<string>; readonly others: ReadonlySet<string> } {
  const reads = new Set<string>();
  const others = new Set(COMMAND_TOOLS.has(call.name) ? commandWords(call.args) : []);
  const path = isRecord(call.args) ? call.args["path"] : undefined;
  if (typeof path === "string") (isReader ? reads : others).add(path);
  for (const observation of observations) {
    if (observation.kind === "read") reads.add(observation.path);
    else if (observation.kind === "change") others.add(observation.path);
    else if (observation.kind === "paths" && observation.isListing !== true) {
      for (const declared of observation.paths) others.add(declared);
    }
  }
  return { reads, others };
}

/** Paths that a result gave to the model: of files read, and of files listed or matched. */
function givenPaths(observations: readonly Observation[]): {
  readonly reads: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
} {
  const reads = new Set<string>();
  const others = new Set<string>();
  for (const observation of observations) {
    if (observation.kind === "read") reads.add(observation.path);
    else if (observation.kind === "search" || observation.kind === "paths") {
      for (const path of observation.paths ?? []) others.add(path);
    }
  }
  return { reads, others };
}

/**
 * Call ids of results from a position on that travel as stubs. Elisions are in history order, so
 * these are the last of them.
 */
function newStubs({ messages, elisions }: Projection, from: number): ReadonlySet<string> {
  const ids = new Set<unknown>();
  for (let i = from; i < messages.length; i++) {
    const message = messages[i] as Message | null | undefined;
    if (message?.role === "tool") ids.add(message.callId);
  }
  const stubs = new Set<string>();
  for (let i = elisions.length - 1; i >= 0; i--) {
    const callId = elisions[i]?.callId as string;
    if (!ids.has(callId)) break;
    stubs.add(callId);
  }
  return stubs;
}

function summaryOf(counts: ReadonlyMap<string, Counts>): UsageSummary {
  const tools = [...counts.keys()]
    .sort()
    .map((tool) => ({ tool, ...(counts.get(tool) as Counts) }));
  return {
    tools: tools
      .filter(({ seen }) => seen > 0)
      .map(({ tool, seen, used, reread }) => ({ tool, seen, used, reread })),
    notAttributable: tools
      .filter(({ notAttributable }) => notAttributable > 0)
      .map(({ tool, notAttributable }) => ({ tool, seen: notAttributable })),
  };
}
