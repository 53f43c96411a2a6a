import type { AgentTool, CallSubject } from "../types-tool.ts";
import { stringOf } from "./internal/arguments.ts";
import { defineTool, lateAfter, type ToolHost } from "./internal/define-tool.ts";
import { compileGlob } from "./internal/glob.ts";
import { success } from "./internal/outcome.ts";
import { Walk, type WalkedEntry } from "./internal/walk.ts";

const PARAMETERS = {
  path: {
    type: "string",
    description: "Directory to list, relative to the workspace root, which is the default.",
  },
  glob: {
    type: "string",
    description: "Only these files: *.ts for names, src/**/*.ts for paths below the directory.",
  },
  recursive: {
    type: "boolean",
    description: "false lists the directory alone, with directories in it as name/. Default true.",
  },
  offset: {
    type: "integer",
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "How many files to pass over: nextOffset of the result before.",
  },
  limit: {
    type: "integer",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "Most files to give.",
  },
} as const;

/** `list_files`: names of files in order of their paths, without `.git` and what `.gitignore` names. */
export function listFilesTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "list_files",
    description:
      "Lists files, without .git and what .gitignore leaves out. When nextOffset isn't null there " +
      "are more.",
    effect: "read",
    parameters: PARAMETERS,
    subject: (args): CallSubject => {
      const path = stringOf(args, "path");
      return path === undefined ? {} : { paths: [path] };
    },
    run: async ({ path = ".", glob, recursive = true, offset = 0, limit }, { signal, places }) => {
      const { maxListedFiles, maxReadCharacters, maxWalkEntries } = host.limits;
      const isWanted = glob === undefined ? () => true : compileGlob(glob);
      const walk = new Walk(places, {
        signal,
        isLate: lateAfter(host),
        maxEntries: maxWalkEntries,
        isRecursive: recursive,
      });
      const page = new Page(offset, Math.min(limit ?? maxListedFiles, maxListedFiles));
      for await (const entry of walk.entries(path)) {
        if (isWanted(entry.segments) && !page.take(nameOf(entry), maxReadCharacters)) break;
      }
      const { files, nextOffset } = page;
      return success({ files, nextOffset, truncated: nextOffset !== null || walk.isCut });
    },
  });
}

function nameOf({ shown, kind }: WalkedEntry): string {
  return kind === "directory" ? `${shown}/` : shown;
}

/** One page of a listing. */
class Page {
  readonly files: string[] = [];
  nextOffset: number | null = null;
  readonly #offset: number;
  readonly #limit: number;
  #passed = 0;
  #characters = 0;

  constructor(offset: number, limit: number) {
    this.#offset = offset;
    this.#limit = limit;
  }

  /** False when the page is full and this name begins the next one. */
  take(name: string, maxCharacters: number): boolean {
    if (this.#passed < this.#offset) {
      this.#passed += 1;
      return true;
    }
    const isTooLong = this.files.length > 0 && this.#characters + name.length > maxCharacters;
    if (this.files.length === this.#limit || isTooLong) {
      this.nextOffset = this.#offset + this.files.length;
      return false;
    }
    this.files.push(name);
    this.#characters += name.length;
    return true;
  }
}
