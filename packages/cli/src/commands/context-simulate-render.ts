import type { SimulationFigures, SimulationReport, SweepRow } from "@alisio/governor/simulate";
import type { CommandContext } from "../globals.ts";
import { type Column, renderTable } from "../output/table.ts";

const FIGURES: readonly Column[] = [
  "REQUESTS",
  "TOKENS",
  "SAVED",
  "SHARE",
  "READS",
  "POLLS",
  "SEARCHES",
  "CHANGES",
  "BILL",
  "NEEDED",
].map((title) => ({ title, align: "right" }));

/** Sessions, sums of agents, all of them, and what the numbers stand for. */
export async function renderSimulation(
  context: CommandContext,
  report: SimulationReport,
): Promise<string> {
  const { width } = context;
  const sections = [
    await renderTable(
      [{ title: "AGENT" }, ...FIGURES, { title: "SESSION", shrink: "middle" }],
      sessionRows(context, report),
      { width },
    ),
    report.sweep && (await renderSweep(report.sweep, width)),
    explain(report),
  ];
  return sections.filter((section) => section !== undefined).join("\n");
}

function sessionRows(context: CommandContext, report: SimulationReport): readonly string[][] {
  const { sessions, agents, total } = report;
  const rows = sessions.map(({ agent, figures, path, session }) => [
    agent,
    ...cells(figures),
    path === null ? session : context.showPath(path),
  ]);
  const [only] = sessions;
  if (only && sessions.length === 1) {
    const streams = only.streams.length > 1 ? only.streams : [];
    return [...streams.map(({ id, figures }) => ["", ...cells(figures), `stream ${id}`]), ...rows];
  }
  const sums = agents.length > 1 ? agents : [];
  return [
    ...rows,
    ...sums.map(({ agent, sessions: count, figures }) => [
      agent,
      ...cells(figures),
      `all ${count} of ${agent}`,
    ]),
    ["all", ...cells(total), `all ${sessions.length}`],
  ];
}

function cells(figures: SimulationFigures): readonly string[] {
  const { elidedByReason } = figures;
  return [
    `${figures.requests}`,
    amount(figures.inputTokensOff),
    amount(figures.tokensSaved),
    percent(figures.savedShare),
    `${elidedByReason.superseded_read}`,
    `${elidedByReason.stale_bg_output}`,
    `${elidedByReason.duplicate_search}`,
    `${figures.prefixChangesOff}+${figures.prefixChangesAdded}`,
    percent(figures.billRatio),
    `${figures.stillNeeded}`,
  ];
}

async function renderSweep(sweep: readonly SweepRow[], width: number | undefined): Promise<string> {
  return await renderTable(
    [
      { title: "APPLIED" },
      { title: "AGE", align: "right" },
      { title: "EPOCH", align: "right" },
      ...FIGURES.slice(2),
    ],
    sweep.map(({ apply, minAgeTurns, epochMessages, figures }) => [
      apply,
      `${minAgeTurns}`,
      epochMessages === null ? "-" : `${epochMessages}`,
      ...cells(figures).slice(2),
    ]),
    { width },
  );
}

function explain(report: SimulationReport): string {
  const { settings, sessions, total } = report;
  const streams = sessions.flatMap((session) => session.streams);
  const subagents = streams.filter(({ kind }) => kind === "subagent").length;
  const { requests, copiedRequests, reportedRequests, untimedRequests, coldRequests } = total;
  const applied =
    settings.apply === "cold"
      ? "where nothing is cached anyway"
      : `at the ends of epochs of ${settings.epochMessages} messages`;
  const copies =
    copiedRequests > 0 ? `; in several files, and counted once: ${counted(copiedRequests)}` : "";
  const share = percent(total.stillNeededShare);
  return [
    `Governor on, minimum age ${settings.minAgeTurns} turns, applied ${applied}, against off.`,
    ...coldWithoutMoments(report),
    `${conversations(streams.length, subagents)}${copies}.`,
    `TOKENS: sent as input without it, estimated; scaled by reported usage in ${reportedRequests} of ${requests} requests. SAVED, SHARE: of these.`,
    "READS, POLLS, SEARCHES: results elided, by reason. CHANGES: of the prefix, without it + added by it.",
    `BILL: of what it costs without it, at ${settings.priceInput} (uncached), ${settings.priceCached} (cached), ${settings.priceCacheWrite} (cache write); ${counted(coldRequests)} found nothing cached, ${untimedRequests} without a time count as warm.`,
    `NEEDED: elided reads whose text a later edit quoted although nothing later showed it (${total.stillNeeded} of ${total.elidedByReason.superseded_read}, ${share}; ${total.stillNeededEdits} edits).`,
    "",
  ].join("\n");
}

/** A line where `cold`, asked for or swept, had no moment: else zeros would look like a finding. */
function coldWithoutMoments({ settings, total, sweep = [] }: SimulationReport): readonly string[] {
  const { requests, untimedRequests, coldMoments, elided } = total;
  const cold = sweep.filter(({ apply }) => apply === "cold").map(({ figures }) => figures.elided);
  if (settings.apply === "cold") cold.push(elided);
  const isIdle = coldMoments === 0 && requests > 0 && cold.every((count) => count === 0);
  if (cold.length === 0 || !isIdle) return [];
  const seconds = settings.coldAfterMs / 1000;
  const pauses =
    untimedRequests === requests
      ? "no request has a time, so that no pause is known"
      : `no request came more than ${seconds} seconds after the one before (${untimedRequests} of ${requests} have no time)`;
  return [`--apply cold has nowhere to elide here: ${pauses}, and the agent rewrote nothing.`];
}

function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}

function conversations(count: number, subagents: number): string {
  const all = count === 1 ? "1 conversation" : `${count} conversations`;
  if (subagents === 0) return all;
  return `${all}, ${subagents} of them of subagents (--main-only leaves these out)`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ["M", 1e6],
  ["k", 1e3],
];

/** `950`, `9.5k`, `187.4M`. */
function amount(tokens: number): string {
  for (const [unit, size] of UNITS) {
    // What would round to 1000 of a unit is one of the next.
    if (tokens >= size * 0.99995) return `${(tokens / size).toFixed(1)}${unit}`;
  }
  return `${tokens}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
