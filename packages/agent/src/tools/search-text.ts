import { StringDecoder } from "node:string_decoder";
import type { AgentTool, CallSubject } from "../types-tool.ts";
import { stringOf } from "./internal/arguments.ts";
import { defineTool, lateAfter, type ToolHost, throwIfAborted } from "./internal/define-tool.ts";
import { chunksOf } from "./internal/file-bytes.ts";
import { compileGlob } from "./internal/glob.ts";
import {
  compileLineTest,
  type FoundLine,
  LineSearch,
  type LineTest,
} from "./internal/line-search.ts";
import { type OpenedFile, openContained } from "./internal/open-contained.ts";
import { success, systemReason, ToolRefusal } from "./internal/outcome.ts";
import type { Places } from "./internal/places.ts";
import { Walk, type WalkedEntry } from "./internal/walk.ts";

const PARAMETERS = {
  pattern: {
    type: "string",
    required: true,
    description: "Regular expression in RE2's syntax; lines are matched one by one.",
  },
  path: {
    type: "string",
    description: "File or directory to search, relative to the workspace root, the default.",
  },
  glob: {
    type: "string",
    description: "Only these files: *.ts for names, src/**/*.ts for paths below the directory.",
  },
  literal: { type: "boolean", description: "true searches for the pattern as plain text." },
  ignoreCase: { type: "boolean", description: "true takes A for a." },
  context: {
    type: "integer",
    minimum: 0,
    maximum: 20,
    description: "Lines to show before and after each match. Default 0.",
  },
} as const;

/** `search_text`: lines that match, in order of path and line; binary files are passed over. */
export function searchTextTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "search_text",
    description:
      "Searches text files for lines, without .git, binary files and what .gitignore leaves out. " +
      "exitCode is 0 when lines were found, 1 when none. When truncated is true there may be more: " +
      "narrow path, glob or pattern.",
    effect: "read",
    parameters: PARAMETERS,
    subject: (args): CallSubject => {
      const path = stringOf(args, "path");
      return path === undefined ? {} : { paths: [path] };
    },
    run: async (args, { signal, places }) => {
      const { pattern, path = ".", glob, literal = false, ignoreCase = false, context = 0 } = args;
      const started = host.now();
      const isLate = lateAfter(host);
      const test = compileLineTest(pattern, { isLiteral: literal, ignoresCase: ignoreCase });
      const isWanted = glob === undefined ? () => true : compileGlob(glob);
      const search = new Search(host, { test, context, signal, isLate, places });
      const walk = new Walk(places, {
        signal,
        isLate,
        maxEntries: host.limits.maxWalkEntries,
        isRecursive: true,
      });
      for await (const entry of walk.entries(path)) {
        if (entry.kind !== "file" || !isWanted(entry.segments)) continue;
        await search.file(entry);
        if (search.isOver) break;
      }
      const { lines } = search;
      return success({
        exitCode: lines.some(({ type }) => type === "match") ? 0 : 1,
        elapsedMs: Math.max(0, Math.round(host.now() - started)),
        lines,
        truncated: search.isOver || walk.isCut,
      });
    },
  });
}

interface SearchOptions {
  readonly test: LineTest;
  readonly context: number;
  readonly signal: AbortSignal;
  readonly isLate: () => boolean;
  readonly places: Places;
}

/** One search over many files, within its limits. */
class Search {
  readonly lines: FoundLine[] = [];
  /** True once a limit ended it. */
  isOver = false;
  readonly #host: ToolHost;
  readonly #options: SearchOptions;
  #bytes = 0;
  #characters = 0;

  constructor(host: ToolHost, options: SearchOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Searches one file; one that can't be read is passed over. */
  async file({ real, shown }: WalkedEntry): Promise<void> {
    throwIfAborted(this.#options.signal);
    try {
      const file = await openContained(this.#options.places, real);
      try {
        const search = new LineSearch({ ...this.#options, path: shown, take: this.#take });
        await this.#read(file, search);
      } finally {
        await file.handle.close();
      }
    } catch (error) {
      throwIfAborted(this.#options.signal);
      if (!(error instanceof ToolRefusal) && systemReason(error) === undefined) throw error;
    }
  }

  async #read({ handle, stats }: OpenedFile, search: LineSearch): Promise<void> {
    const decoder = new StringDecoder("utf8");
    for await (const chunk of chunksOf(handle)) {
      throwIfAborted(this.#options.signal);
      this.#count(chunk.length);
      // A file with NUL bytes is no text; what came in blocks before the first was some.
      if (this.isOver || chunk.includes(0)) return;
      if (stats.size <= chunk.length && !this.#mayMatch(chunk)) return;
      search.push(decoder.write(chunk));
      if (search.isFull) return;
    }
    search.push(decoder.end());
    search.end();
  }

  /** Saves the splitting into lines where the whole text doesn't hold what is looked for. */
  #mayMatch(bytes: Buffer): boolean {
    const { literal } = this.#options.test;
    return literal === undefined || bytes.includes(literal);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    const isTooMuch = this.#bytes > this.#host.limits.maxSearchBytes;
    if (isTooMuch || this.#options.isLate()) this.isOver = true;
  }

  readonly #take = (line: FoundLine): boolean => {
    const { maxSearchLines, maxReadCharacters } = this.#host.limits;
    this.#characters += line.text.length + line.path.length;
    const isTooLong = this.lines.length > 0 && this.#characters > maxReadCharacters;
    if (this.lines.length === maxSearchLines || isTooLong) this.isOver = true;
    else this.lines.push(line);
    return !this.isOver;
  };
}
