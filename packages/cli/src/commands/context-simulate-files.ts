import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SharedMessage, TranscriptSession, TranscriptStream } from "@alisio/transcripts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import type { Note } from "../output/notes.ts";
import { startProgress } from "../output/progress.ts";
import { openSession, withSubagents } from "../sessions.ts";

/** A session that could be read. */
export interface Opened {
  readonly path: string;
  readonly session: TranscriptSession;
}

/** Sessions one after the other, so that never more than one is held whole. */
export interface SessionSource {
  /** How many files could be read. */
  readonly count: number;
  /** What could not be; complete once all were visited. */
  readonly notes: readonly Note[];
  /** Which messages of a file's stream stand in an earlier file, by their index. */
  readonly copiesIn: (path: string, streamId: string) => ReadonlySet<number>;
  readonly each: (visit: (opened: Opened, number: number) => void | Promise<void>) => Promise<void>;
}

/** Reads what the command line names: files, directories of files, ids, or the newest session. */
export async function findSources(
  context: CommandContext,
  named: readonly string[],
  options: { readonly latest: boolean; readonly mainOnly: boolean },
): Promise<SessionSource> {
  if (named.length === 0) {
    const { path } = await openSession(context, undefined, options.latest);
    return await readAll(context, [path], new Set(options.mainOnly ? [] : [path]));
  }
  if (options.latest) throw new CliError("context simulate: name sessions or --latest, not both");
  const notes: Note[] = [];
  const joined = new Set<string>();
  const paths = named.flatMap((each) => {
    const path = context.resolvePath(each);
    if (isDirectory(path)) return filesBelow(path, notes);
    if (!options.mainOnly) joined.add(each);
    return [each];
  });
  if (paths.length > 0 || notes.length > 0) {
    return await readAll(context, [...new Set(paths)], joined, notes);
  }
  throw new CliError(`${named.map(neutral).join(", ")}: no ${ENDINGS.join(", ")} file is in there`);
}

/**
 * With several files a first reading tells what stands in more than one. To those that are `joined`
 * belong subagents in files of their own; in a directory these lie beside the others.
 */
async function readAll(
  context: CommandContext,
  paths: readonly string[],
  joined: ReadonlySet<string>,
  notes: Note[] = [],
): Promise<SessionSource> {
  /** By the file: what the command line calls it, and what others are compared with. */
  const outlines = new Map<
    string,
    { readonly named: string; readonly outline: TranscriptSession }
  >();
  const open = async (named: string): Promise<Opened> => {
    const opened = await openSession(context, named, false);
    if (!joined.has(named)) return opened;
    return { ...opened, session: await withSubagents(context, opened.session) };
  };
  const progress = startProgress(context.io, `of ${paths.length} files read`);
  for (const [index, named] of paths.entries()) {
    try {
      const { path, session } = await open(named);
      if (outlines.has(path)) continue;
      outlines.set(path, { named, outline: outlineOf(session) });
      notes.push(...damage(session, path));
    } catch (error) {
      notes.push(noteOf(error));
    }
    progress.report(index + 1);
  }
  progress.end();
  const { findSharedMessages } = await import("@alisio/transcripts");
  const sessions = [...outlines.values()].map(({ outline }) => outline);
  const copies = copiesByPlace(findSharedMessages(sessions), [...outlines.keys()]);
  return {
    count: outlines.size,
    notes,
    copiesIn: (path, streamId) => copies.get(`${path}\n${streamId}`) ?? new Set(),
    async each(visit) {
      let number = 0;
      for (const { named } of outlines.values()) {
        const opened = await open(named).catch((error: unknown) => {
          // It was there a moment ago.
          notes.push(noteOf(error));
        });
        if (opened) await visit(opened, number);
        number += 1;
      }
    },
  };
}

function copiesByPlace(
  shared: readonly SharedMessage[],
  places: readonly string[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const copies = new Map<string, Set<number>>();
  for (const { sessionIndex, streamId, position } of shared) {
    const key = `${places[sessionIndex]}\n${streamId}`;
    const positions = copies.get(key) ?? new Set();
    copies.set(key, positions.add(position));
  }
  return copies;
}

/** What is needed to recognise a message again: results and arguments are most of a session. */
function outlineOf(session: TranscriptSession): TranscriptSession {
  const outline = (stream: TranscriptStream): TranscriptStream => ({
    ...stream,
    history: stream.history.map((message) => {
      if (message.role === "tool") return { ...message, content: "" };
      if (message.role !== "assistant" || !message.calls) return message;
      return { ...message, calls: message.calls.map(({ id, name }) => ({ id, name, args: null })) };
    }),
  });
  return { ...session, streams: session.streams.map(outline) };
}

/** One line for each damaged file; `context report` names every place. */
function damage(session: TranscriptSession, path: string): readonly Note[] {
  const lost = session.diagnostics.filter(({ severity }) => severity === "error").length;
  if (lost === 0) return [];
  const message = `${lost} places could not be read; alisio context report names them`;
  return [{ path, code: "session.damaged", severity: "warning", message }];
}

/** A file that can't be read is a finding; a fault of this program is none. */
function noteOf(error: unknown): Note {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  const isTold = error instanceof CliError || (code !== undefined && !code.startsWith("ERR_"));
  if (!isTold) throw error;
  return { code: "session.unreadable", severity: "error", message: (error as Error).message };
}

/** How transcripts are named; what else lies beside them is not looked at. */
const ENDINGS: readonly string[] = [".jsonl", ".json", ".traj"];

/** In order of their names; links are not followed. */
function filesBelow(directory: string, notes: Note[]): readonly string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    notes.push({ ...noteOf(error), code: "unreadable-directory" });
    return [];
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(path, notes);
    return entry.isFile() && ENDINGS.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // an id that can't be a path
  }
}
