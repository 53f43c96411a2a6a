import type { SessionSummary } from "@alisio/transcripts/node";
import type { CommandContext } from "../globals.ts";
import { renderNotes } from "../output/notes.ts";
import { startProgress } from "../output/progress.ts";
import { renderTable } from "../output/table.ts";
import { findSessions, mainStreams } from "../sessions.ts";

/** What only a whole file tells. */
interface Counts {
  readonly messages: number | null;
  readonly calls: number | null;
}

/** `alisio sessions list`: newest first, of this directory or of all. */
export async function sessionsList(
  context: CommandContext,
  options: { readonly all?: boolean; readonly counts?: boolean },
): Promise<number> {
  const all = options.all === true;
  const { sessions, diagnostics } = await findSessions(context, all);
  const counts = options.counts === true ? await countAll(context, sessions) : new Map();
  if (context.json) {
    context.writeJson({
      schemaVersion: 1,
      directory: all ? null : context.cwd,
      sessions: sessions.map((session) => ({
        agent: session.agent,
        id: session.id,
        path: session.path,
        modifiedAt: new Date(session.modifiedAtMs).toISOString(),
        sizeBytes: session.sizeBytes ?? null,
        directory: session.cwd ?? null,
        title: session.title ?? null,
        ...(counts.get(session.path) ?? { messages: null, calls: null }),
      })),
      diagnostics,
    });
    return 0;
  }
  context.io.stderr(renderNotes(diagnostics, context.style, context.showPath));
  context.io.stdout(
    sessions.length === 0 ? renderNone(context, all) : await render(context, sessions, counts, all),
  );
  return 0;
}

/** A file that can't be read keeps its `?`; the others are counted all the same. */
async function countAll(
  context: CommandContext,
  sessions: readonly SessionSummary[],
): Promise<Map<string, Counts>> {
  const { readTranscriptFile } = await import("@alisio/transcripts/node");
  const progress = startProgress(context.io, `of ${sessions.length} sessions read`);
  const counts = new Map<string, Counts>();
  for (const [index, { path }] of sessions.entries()) {
    try {
      const session = await readTranscriptFile(path);
      if (!session) continue;
      const messages = mainStreams(session).flatMap((stream) => stream.history);
      const calls = messages.reduce(
        (sum, message) => sum + (message.role === "assistant" ? (message.calls?.length ?? 0) : 0),
        0,
      );
      counts.set(path, { messages: messages.length, calls });
    } catch {
      counts.set(path, { messages: null, calls: null });
    }
    progress.report(index + 1);
  }
  progress.end();
  return counts;
}

function renderNone(context: CommandContext, all: boolean): string {
  return all
    ? "No session was found on this machine.\n"
    : `No session of ${context.cwd} was found (--all lists those of every directory).\n`;
}

async function render(
  context: CommandContext,
  sessions: readonly SessionSummary[],
  counts: ReadonlyMap<string, Counts>,
  all: boolean,
): Promise<string> {
  const hasCounts = counts.size > 0;
  const number = (value: number | null | undefined): string => `${value ?? "?"}`;
  return await renderTable(
    [
      { title: "AGENT" },
      { title: "ID", shrink: "end" },
      { title: "AGE", align: "right" },
      { title: "SIZE", align: "right" },
      { title: "MESSAGES", align: "right" },
      { title: "CALLS", align: "right" },
      ...(all ? [{ title: "DIRECTORY", shrink: "middle" as const }] : []),
      { title: "TITLE", shrink: "end" },
    ],
    sessions.map((session) => {
      const count = hasCounts ? counts.get(session.path) : undefined;
      return [
        session.agent,
        session.id,
        age(context.io.now() - session.modifiedAtMs),
        size(session.sizeBytes),
        number(count?.messages),
        number(count?.calls),
        ...(all ? [session.cwd === undefined ? "?" : context.showHome(session.cwd)] : []),
        session.title ?? "",
      ];
    }),
    { width: context.width },
  );
}

const SECOND_MS = 1000;
const UNITS: readonly (readonly [string, number])[] = [
  ["d", 86_400 * SECOND_MS],
  ["h", 3600 * SECOND_MS],
  ["min", 60 * SECOND_MS],
];

/** In whole units of the largest that fits: `3 d`, `5 h`, `12 min`, `now`. */
function age(milliseconds: number): string {
  for (const [unit, length] of UNITS) {
    if (milliseconds >= length) return `${Math.floor(milliseconds / length)} ${unit}`;
  }
  return "now";
}

function size(bytes: number | undefined): string {
  if (bytes === undefined) return "?";
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(0)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
