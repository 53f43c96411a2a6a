import { MAX_FILE_BYTES } from "../constants.ts";
import type { InstructionDiagnostic, InstructionKind } from "../types.ts";
import type { Context } from "./context.ts";
import { decode } from "./decode.ts";
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

type Severity = InstructionDiagnostic["severity"];

const NOTHING = new Uint8Array(0);

/** Reads one candidate; whatever the system says becomes a value. */
export async function readCandidate(
  context: Context,
  candidate: Candidate,
): Promise<CandidateResult> {
  const { path } = candidate;
  const what = candidate.directory === undefined ? "The global file" : "The file";
  const report = (
    code: InstructionDiagnostic["code"],
    severity: Severity,
    message: string,
    fault?: { readonly line: number; readonly column: number },
  ): InstructionDiagnostic => ({ code, severity, path, ...fault, message });
  try {
    const within = candidate.directory === undefined ? undefined : formatPath(context.root);
    const read = await context.reader.readFile(candidate.absolute, {
      maxBytes: MAX_FILE_BYTES,
      within,
    });
    if (read.type === "not-file") {
      const message = `${what} is passed over: this name belongs to a ${read.what}, and only a regular file or a symlink to one is read. Rename it, or put a file in its place.`;
      return { type: "passed-over", diagnostic: report("file.not-regular", "warning", message) };
    }
    const identity = read.type === "file" ? identify(context, candidate, read.realPath) : undefined;
    if (read.type === "outside" || identity === undefined) {
      return {
        type: "file",
        file: bare(candidate, "refused", "a symlink whose target lies outside the workspace root"),
        diagnostics: [
          report(
            "file.symlink-outside",
            "error",
            `${what} is refused: it leads outside the workspace root, and a repository must not pull private files into a prompt. Put a file in its place.`,
          ),
        ],
      };
    }
    const bytes = read.bytes.subarray(0, MAX_FILE_BYTES);
    const whole = bytes.length >= read.sizeBytes;
    const decoded = decode(bytes, whole);
    const found = { ...bare(candidate, "refused", "it is binary"), identity, fileId: read.fileId };
    if (decoded.text === undefined) {
      const message = `${what} is refused as binary: it has a NUL character. Save it as text in UTF-8.`;
      return {
        type: "file",
        file: found,
        diagnostics: [report("file.binary", "error", message, decoded.fault)],
      };
    }
    const diagnostics: InstructionDiagnostic[] = [];
    if (decoded.fault !== undefined) {
      const message = `${what} is not valid in its encoding here: what could not be decoded was replaced by U+FFFD. Save it as UTF-8.`;
      diagnostics.push(report("file.invalid-encoding", "warning", message, decoded.fault));
    }
    if (!whole) {
      const message = `${what} has ${read.sizeBytes} bytes, of which the first ${bytes.length} were read: no file is read further. Make it shorter.`;
      diagnostics.push(report("file.read-limit", "warning", message));
    }
    const unread = whole ? 0 : read.sizeBytes - bytes.length;
    const file = await measure(context, found, decoded.text, unread);
    return { type: "file", file, diagnostics };
  } catch (error) {
    const reason = describeSystemError(error);
    const message = `${what} can't be read: ${reason}. Nothing else of this directory is read in its place. Mend or remove it.`;
    return {
      type: "file",
      file: bare(candidate, "unreadable", reason),
      diagnostics: [report("file.unreadable", "error", message)],
    };
  }
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
    note: "",
  };
}

function bare(candidate: Candidate, outcome: LoadedFile["outcome"], note: string): LoadedFile {
  return {
    path: candidate.path,
    name: candidate.name,
    directory: candidate.directory,
    kind: candidate.kind,
    outcome,
    identity: candidate.directory === undefined ? `global:${candidate.name}` : candidate.path,
    fileId: undefined,
    bytes: null,
    tokens: null,
    sha256: null,
    head: NOTHING,
    note,
  };
}

/** `undefined` for a project file that is not inside the root, whatever the reader checked. */
function identify(context: Context, candidate: Candidate, realPath: string): string | undefined {
  const real = parseAbsolute(realPath, context.root.windows);
  const below = real && segmentsBelow(context.root, real);
  if (below !== undefined) return below.join("/");
  return candidate.directory === undefined ? `global:${candidate.name}` : undefined;
}
