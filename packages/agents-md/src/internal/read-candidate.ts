import { MAX_FILE_BYTES } from "../constants.ts";
import type { InstructionDiagnostic, InstructionKind } from "../types.ts";
import type { Context } from "./context.ts";
import { decode } from "./decode.ts";
import { diagnostic } from "./diagnostic.ts";
import type { LoadedFile } from "./loaded-file.ts";
import { formatPath, parseAbsolute, segmentsBelow } from "./path.ts";
import { describeSystemError } from "./system-error.ts";

/** A name in a directory that is to be read. */
export interface Candidate {
  readonly name: string;
  readonly kind: InstructionKind;
  /** Absolute, for the reader. */
  readonly absolute: string;
  /** For people and values. */
  readonly path: string;
  readonly directory: readonly string[] | undefined;
}

/** What became of it: `passed-over` when it is no file. */
export type CandidateResult =
  | {
      readonly type: "file";
      readonly file: LoadedFile;
      readonly diagnostics: readonly InstructionDiagnostic[];
    }
  | { readonly type: "passed-over"; readonly diagnostic: InstructionDiagnostic };

/** A text that is longer than this is a path on no system. */
const MAX_PATH_CHARACTERS = 4096;
const NOTHING = new Uint8Array(0);

/** Reads one candidate; whatever the system says becomes a value. */
export async function readCandidate(
  context: Context,
  candidate: Candidate,
): Promise<CandidateResult> {
  const what = candidate.directory === undefined ? "The global file" : "The file";
  try {
    return await readWith(context, candidate, what);
  } catch (error) {
    const reason = describeSystemError(error);
    const message = `${what} can't be read: ${reason}. Nothing else of this directory is read in its place. Mend or remove it.`;
    return {
      type: "file",
      file: bare(candidate, "unreadable", reason),
      diagnostics: [diagnostic("file.unreadable", "error", candidate.path, message)],
    };
  }
}

async function readWith(
  context: Context,
  candidate: Candidate,
  what: string,
): Promise<CandidateResult> {
  const { path, absolute, directory } = candidate;
  const read = await context.reader.readFile(absolute, {
    maxBytes: MAX_FILE_BYTES,
    within: directory === undefined ? undefined : formatPath(context.root),
  });
  if (read.type === "not-file") {
    const message = `${what} is passed over: this name belongs to a ${read.what}, and only a regular file or a symlink to one is read. Rename it, or put a file in its place.`;
    return {
      type: "passed-over",
      diagnostic: diagnostic("file.not-regular", "warning", path, message),
    };
  }
  const identity = read.type === "file" ? identify(context, candidate, read.realPath) : undefined;
  if (read.type === "outside" || identity === undefined) {
    const message = `${what} is refused: it leads outside the workspace root, and a repository must not pull private files into a prompt. Put a file in its place.`;
    return {
      type: "file",
      file: bare(candidate, "refused", "a symlink whose target lies outside the workspace root"),
      diagnostics: [diagnostic("file.symlink-outside", "error", path, message)],
    };
  }
  const found = { ...bare(candidate, "refused", "it is binary"), identity, fileId: read.fileId };
  return await decodeInto(context, found, read, what);
}

async function decodeInto(
  context: Context,
  found: LoadedFile,
  read: { readonly bytes: Uint8Array; readonly sizeBytes: number },
  what: string,
): Promise<CandidateResult> {
  const bytes = read.bytes.subarray(0, MAX_FILE_BYTES);
  const unread = Math.max(0, read.sizeBytes - bytes.length);
  const { text, fault } = decode(bytes, unread === 0);
  if (text === undefined) {
    const message = `${what} is refused as binary: it has a NUL character. Save it as text in UTF-8.`;
    const refused = diagnostic("file.binary", "error", found.path, message, fault);
    return { type: "file", file: found, diagnostics: [refused] };
  }
  const diagnostics: InstructionDiagnostic[] = [];
  if (fault !== undefined) {
    const message = `${what} is not valid in its encoding here: what could not be decoded was replaced by U+FFFD. Save it as UTF-8.`;
    diagnostics.push(diagnostic("file.invalid-encoding", "warning", found.path, message, fault));
  }
  if (unread > 0) {
    const message = `${what} has ${read.sizeBytes} bytes, of which the first ${bytes.length} were read: no file is read further. Make it shorter.`;
    diagnostics.push(diagnostic("file.read-limit", "warning", found.path, message));
  }
  return { type: "file", file: await measure(context, found, text, unread), diagnostics };
}

async function measure(
  context: Context,
  found: LoadedFile,
  text: string,
  unreadBytes: number,
): Promise<LoadedFile> {
  const content = new TextEncoder().encode(text);
  const keep = context.maxBytes + 4;
  return {
    ...found,
    outcome: unreadBytes === 0 && text.trim() === "" ? "empty" : "text",
    bytes: content.length + unreadBytes,
    tokens: Math.ceil(text.length / 4),
    sha256: await context.sha256(content),
    head: content.length > keep ? content.slice(0, keep) : content,
    onlyLine: onlyLineOf(text),
    note: "",
  };
}

function onlyLineOf(text: string): string | undefined {
  if (text.length > MAX_PATH_CHARACTERS) return undefined;
  const line = text.endsWith("\n") ? text.slice(0, -1) : text;
  return line.includes("\n") ? undefined : line;
}

function bare(candidate: Candidate, outcome: LoadedFile["outcome"], note: string): LoadedFile {
  return {
    path: candidate.path,
    name: candidate.name,
    directory: candidate.directory,
    kind: candidate.kind,
    outcome,
    identity: candidate.directory === undefined ? globalIdentity(candidate) : candidate.path,
    fileId: undefined,
    bytes: null,
    tokens: null,
    sha256: null,
    head: NOTHING,
    onlyLine: undefined,
    winner: undefined,
    note,
  };
}

/** `undefined` for a project file that is not inside the root, whatever the reader checked. */
function identify(context: Context, candidate: Candidate, realPath: string): string | undefined {
  const real = parseAbsolute(realPath, context.root.windows);
  const below = real && segmentsBelow(context.root, real);
  if (below !== undefined) return below.join("/");
  return candidate.directory === undefined ? globalIdentity(candidate) : undefined;
}

/** Begins with a slash, as no path below the root does: no project file can pass for it. */
function globalIdentity({ name }: Candidate): string {
  return `/global/${name}`;
}
