import type { Observation } from "../../../types.ts";
import { mayBeFailure } from "../failure.ts";
import { numberedLines } from "../numbered-lines.ts";
import { readOf, unclearRead } from "../read-of.ts";
import { pathsOfMatches } from "../search-of.ts";
import { normalised } from "../text.ts";
import { type Pipeline, parseScript } from "./parse-script.ts";
import { type Directory, type Meaning, understand } from "./understand.ts";

/** What a command printed, when it ended well. */
export interface ShellOutput {
  readonly text: string;
  /** The agent left out some of it. */
  readonly isCut: boolean;
}

/** Shells that run what their second argument says. */
const SHELLS = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/;
const SHELL_FLAGS = /^-[ilc]{1,3}$/;

/** Programs that tell of failures by their name at the beginning of a line. */
const FAILURE_LINE =
  /^(?:\/(?:usr\/)?bin\/)?(?:cat|nl|head|tail|sed|rg|[ef]?grep|find|ls|cd|sort|uniq|wc|cut|tr|bash|zsh|dash|sh|fish)(?::\w{1,20}){0,2}: /m;

/** What agents say when a command printed nothing. */
const NO_OUTPUT: ReadonlySet<string> = new Set([
  "",
  "(no output)",
  "(empty)",
  "(Bash completed with no output)",
  "Tool ran without output",
]);

/**
 * What a shell command says. Whatever isn't a plain read or a plain search may have changed any
 * file, and is not observed: it is never elided and makes nothing redundant.
 *
 * @param command - A script, or the words of one command.
 */
export function observeShell(
  command: string | readonly string[],
  directory: Directory,
  output: ShellOutput,
): readonly Observation[] {
  const script = pipelinesOf(command);
  const meaning = script && understand(script, directory);
  if (!meaning) return [];
  const text = normalised(output.text);
  // A failure in a pipe leaves no exit code behind, only its message, or nothing at all.
  if (NO_OUTPUT.has(text) || FAILURE_LINE.test(text) || mayBeFailure(text)) return [];
  return observationsOf(meaning, text, output.isCut);
}

function pipelinesOf(command: string | readonly string[]): readonly Pipeline[] | undefined {
  if (typeof command === "string") return parseScript(command);
  const [shell, flags, script, ...more] = command;
  if (shell === undefined) return undefined;
  if (!SHELLS.test(shell)) {
    const words = command.map((text) => ({ text, isPlain: !text.startsWith("~") }));
    return [{ commands: [words], next: undefined }];
  }
  const isScript = flags?.endsWith("c") && SHELL_FLAGS.test(flags) && more.length === 0;
  return isScript && script !== undefined ? parseScript(script) : undefined;
}

function observationsOf(meaning: Meaning, text: string, isCut: boolean): readonly Observation[] {
  switch (meaning.kind) {
    case "search":
      return [
        {
          kind: "search",
          pattern: meaning.pattern,
          argumentsKey: `shell ${meaning.words}`,
          matchesKey: text,
          paths: foundPaths(text, meaning.place),
        },
      ];
    case "reads": {
      const paths = new Set(meaning.files.map(({ path }) => path));
      return [...paths].map(unclearRead);
    }
    case "read":
      return readObservations(meaning, text, isCut);
  }
}

/** What the output names, or else the one place that was searched: of one file no names are shown. */
function foundPaths(text: string, place: string | undefined): readonly string[] {
  const paths = pathsOfMatches(text);
  return paths.length === 0 && place !== undefined ? [place] : paths;
}

function readObservations(
  { file, view, words }: Extract<Meaning, { kind: "read" }>,
  text: string,
  isCut: boolean,
): readonly Observation[] {
  const { path, isCertain } = file;
  if (isCut || !isCertain) return [unclearRead(path)];
  if (view.kind === "other") {
    if (!view.isFixed) return [unclearRead(path)];
    return [{ kind: "read", path, compareText: text, rangeKey: words }];
  }
  const { first, count, isNumbered } = view;
  const range = { first, count };
  if (!isNumbered) return [readOf({ path, range, text })];
  const source = text.split("\n");
  const numbered = numberedLines(source, 0, { separators: ["\t"] });
  if (numbered?.first !== first || numbered.end !== source.length) return [];
  return [readOf({ path, range, text: numbered.lines.join("\n") })];
}
