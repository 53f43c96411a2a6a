import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import type { AgentTool, CallSubject } from "../types-tool.ts";
import { argumentOf, stringOf } from "./internal/arguments.ts";
import { defineTool, type ToolHost, throwIfAborted } from "./internal/define-tool.ts";
import { bytesOf, chunksOf, sha256Of } from "./internal/file-bytes.ts";
import { LineWindow } from "./internal/line-window.ts";
import { type OpenedFile, openContained } from "./internal/open-contained.ts";
import { refuse, shown, success } from "./internal/outcome.ts";
import { MAX_HASHED_BYTES } from "./limits.ts";

const PARAMETERS = {
  path: {
    type: "string",
    required: true,
    description: "The file, relative to the workspace root.",
  },
  startLine: {
    type: "integer",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "First line to give, from 1.",
  },
  limit: {
    type: "integer",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "How many lines to give; as many as fit when absent.",
  },
} as const;

/** What was read: the lines, and the bytes of a file small enough to have a hash. */
interface Read {
  readonly window: LineWindow;
  readonly sha256: string | null;
  readonly isValid: boolean;
  /** The file is larger than what is gone through for its lines. */
  readonly isUnfinished: boolean;
}

/** `read_file`: the text of a file, byte-order mark and line ends kept, with the hash of its bytes. */
export function readFileTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "read_file",
    description:
      "Reads a text file. Gives its content from startLine, and the sha256 of the whole file, which " +
      "edit_file and write_file ask for (null over 1 MiB). When truncated is true the file goes on; " +
      "read on from nextStartLine.",
    effect: "read",
    parameters: PARAMETERS,
    subject: (args): CallSubject => {
      const path = stringOf(args, "path");
      if (path === undefined) return {};
      const isPartial = ["startLine", "limit"].some((name) => argumentOf(args, name) !== undefined);
      return isPartial ? { paths: [path], partial: true } : { paths: [path] };
    },
    run: async ({ path, startLine = 1, limit = Number.MAX_SAFE_INTEGER }, { signal, places }) => {
      const file = await openContained(places, path);
      try {
        const { maxReadCharacters: maxCharacters, maxScanBytes } = host.limits;
        const window = new LineWindow({ startLine, limit, maxCharacters });
        const read =
          (await readSmall(file, path, window)) ??
          (await readLarge(file, path, { window, maxScanBytes, signal }));
        return success(resultOf(path, startLine, read));
      } finally {
        await file.handle.close();
      }
    },
  });
}

async function readSmall(
  { handle, stats }: OpenedFile,
  path: string,
  window: LineWindow,
): Promise<Read | undefined> {
  if (stats.size > BigInt(MAX_HASHED_BYTES)) return undefined;
  const bytes = await bytesOf(handle, MAX_HASHED_BYTES);
  if (!bytes) return undefined;
  refuseBinary(bytes, path);
  window.push(bytes.toString("utf8"));
  return { window, sha256: sha256Of(bytes), isValid: isUtf8(bytes), isUnfinished: false };
}

async function readLarge(
  { handle }: OpenedFile,
  path: string,
  options: {
    readonly window: LineWindow;
    readonly maxScanBytes: number;
    readonly signal: AbortSignal;
  },
): Promise<Read> {
  const { window, maxScanBytes, signal } = options;
  const decoder = new StringDecoder("utf8");
  let scanned = 0;
  for await (const chunk of chunksOf(handle)) {
    throwIfAborted(signal);
    refuseBinary(chunk, path);
    window.push(decoder.write(chunk));
    scanned += chunk.length;
    if (window.isDone || scanned >= maxScanBytes) break;
  }
  const isUnfinished = !window.isDone && scanned >= maxScanBytes;
  if (!isUnfinished) window.push(decoder.end());
  return { window, sha256: null, isValid: !window.content.includes("\ufffd"), isUnfinished };
}

function refuseBinary(bytes: Buffer, path: string): void {
  if (!bytes.includes(0)) return;
  refuse(
    `${shown(path)} is binary: it holds NUL bytes, as UTF-16 text does too. Its content is not shown; ` +
      "a process can convert or describe it.",
  );
}

function resultOf(
  path: string,
  startLine: number,
  { window, sha256, isValid, isUnfinished }: Read,
): Readonly<Record<string, unknown>> {
  const { content, lines, cutLine, nextStartLine } = window;
  if (lines < startLine && isUnfinished) {
    refuse(`${shown(path)} is too large to find line ${startLine} in it; use sed in a process.`);
  }
  if (lines < startLine && startLine > 1) {
    refuse(`${shown(path)} has ${lines} lines; startLine ${startLine} is after its end.`);
  }
  const notes = [
    cutLine === undefined ? "" : `Line ${cutLine} is cut after ${content.length} characters.`,
    isUnfinished ? "The file is too large to be gone through to its end." : "",
    isValid ? "" : "Bytes that are no UTF-8 are shown as U+FFFD.",
  ].filter(Boolean);
  return {
    path,
    sha256,
    startLine,
    content,
    truncated: nextStartLine !== undefined || cutLine !== undefined || isUnfinished,
    ...(nextStartLine === undefined ? {} : { nextStartLine }),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}
