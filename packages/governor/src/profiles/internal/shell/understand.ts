import { isAbsolute, joinPath } from "../join-path.ts";
import { filterOf } from "./filters.ts";
import type { Command, Pipeline, Word } from "./parse-script.ts";
import { readerOf } from "./readers.ts";
import { searcherOf } from "./searchers.ts";
import { composed, FIXED_PART, type View } from "./view.ts";

/** Where commands run. */
export interface Directory {
  /** As far as the call says. */
  readonly path: string | undefined;
  /**
   * A path without a directory means the same file in every call. Not where the shell lives on from
   * call to call: there an earlier `cd` counts.
   */
  readonly isKnown: boolean;
}

/** A file that a script shows. */
interface ShownFile {
  readonly path: string;
  /** The path can't mean another file in another call. */
  readonly isCertain: boolean;
}

/** What a script that changes nothing does. */
export type Meaning =
  /** Its output is part of one file, and nothing else. */
  | { readonly kind: "read"; readonly file: ShownFile; readonly view: View; readonly words: string }
  /** Its output holds files, and perhaps words of its own between them. */
  | { readonly kind: "reads"; readonly files: readonly ShownFile[] }
  | {
      readonly kind: "search";
      readonly pattern: string;
      /** The one place that was searched, if it is one. */
      readonly place: string | undefined;
      readonly words: string;
    };

interface State {
  directory: Directory;
  /** A `cd` may have failed: where relative paths lead is open. */
  isLost: boolean;
  printsWords: boolean;
  readonly files: ShownFile[];
  readonly meanings: Meaning[];
}

/**
 * What a script does, if it only reads or only searches: `undefined` for a command that may write,
 * that is not known, or that does both at once.
 */
export function understand(script: readonly Pipeline[], directory: Directory): Meaning | undefined {
  const state: State = { directory, isLost: false, printsWords: false, files: [], meanings: [] };
  for (const pipeline of script) if (!follow(pipeline, state)) return undefined;
  const { files, meanings, printsWords } = state;
  const [meaning, ...more] = meanings;
  if (!meaning) return undefined;
  if (more.length === 0) {
    const isAlone = meaning.kind !== "read" || !printsWords;
    return isAlone ? meaning : { kind: "reads", files };
  }
  if (meanings.some(({ kind }) => kind === "search")) return undefined;
  return (printsWords ? undefined : partsOfOne(meanings)) ?? { kind: "reads", files };
}

/** Several parts of one and the same file, each of them fixed, are one fixed part. */
function partsOfOne(meanings: readonly Meaning[]): Meaning | undefined {
  const words: string[] = [];
  let file: ShownFile | undefined;
  for (const meaning of meanings) {
    if (meaning.kind !== "read") return undefined;
    file ??= meaning.file;
    const isFixed = meaning.view.kind === "lines" || meaning.view.isFixed;
    if (!isFixed || meaning.file.path !== file.path) return undefined;
    words.push(meaning.words);
  }
  return file && { kind: "read", file, view: FIXED_PART, words: words.join(" ") };
}

function follow(pipeline: Pipeline, state: State): boolean {
  const [first, ...filters] = pipeline.commands;
  const name = first?.[0];
  if (!first || !name?.isPlain) return false;
  if (filters.length === 0) {
    if (name.text === "cd") return changeDirectory(first, pipeline.next, state);
    if (isSilent(first)) return true;
    if (printsWords(first)) {
      state.printsWords = true;
      return true;
    }
  }
  const meaning = meaningOf(first, filters, state);
  if (meaning) state.meanings.push(meaning);
  return meaning !== undefined;
}

function changeDirectory(command: Command, next: Pipeline["next"], state: State): boolean {
  const [, target] = command;
  if (command.length !== 2 || !target?.isPlain || target.text.startsWith("-")) return false;
  if (target.text === "") return false;
  if (next !== "&&") state.isLost = true;
  const isKnown = state.directory.isKnown || isAbsolute(target.text);
  state.directory = { path: joinPath(state.directory.path, target.text), isKnown };
  return true;
}

/** Commands that print and change nothing. */
function isSilent([name, ...args]: Command): boolean {
  if (name?.text === "sleep") return args.every(({ text }) => /^[\d.]+[smhd]?$/.test(text));
  return (name?.text === "true" || name?.text === ":") && args.length === 0;
}

/** Commands that print something of their own. `printf -v` sets a variable. */
function printsWords([name, first]: Command): boolean {
  if (name?.text === "printf") return first !== undefined && !first.text.startsWith("-");
  return name?.text === "echo" || name?.text === "pwd";
}

function meaningOf(first: Command, rest: readonly Command[], state: State): Meaning | undefined {
  const searcher = searcherOf(first);
  const reader = searcher ? undefined : readerOf(first);
  if (!searcher && (!reader || reader.files.length === 0)) return undefined;
  let view = reader?.view;
  let pattern = searcher?.pattern;
  let isShown = true;
  for (const command of rest) {
    const filter = filterOf(command);
    if (!filter) return undefined;
    if (filter.kind === "view") view = view && composed(view, filter.view);
    else isShown = false;
    if (filter.kind === "search") pattern ??= filter.pattern;
  }
  const words = wordsOf([first, ...rest], state);
  if (pattern !== undefined) {
    const place =
      searcher?.place ?? (reader?.files.length === 1 ? reader.files[0]?.text : undefined);
    const joined = place === undefined ? undefined : joinPath(state.directory.path, place);
    return { kind: "search", pattern, place: joined, words };
  }
  if (!reader || !view || !isShown) return undefined;
  return readMeaning(reader.files, view, words, state);
}

function readMeaning(
  operands: readonly Word[],
  view: View,
  words: string,
  state: State,
): Meaning | undefined {
  const { directory, isLost } = state;
  const files: ShownFile[] = [];
  for (const { text, isPlain } of operands) {
    if (!isPlain || text === "" || (isLost && !isAbsolute(text))) return undefined;
    files.push({
      path: joinPath(directory.path, text),
      isCertain: directory.isKnown || isAbsolute(joinPath(directory.path, text)),
    });
  }
  state.files.push(...files);
  const [file, ...more] = files;
  if (!file) return undefined;
  return more.length === 0 ? { kind: "read", file, view, words } : { kind: "reads", files };
}

/** The same for the same commands in the same place, however they are quoted and spaced. */
function wordsOf(commands: readonly Command[], { directory }: State): string {
  const words = commands.map((command) =>
    command.map(({ text, isPlain }) => (isPlain ? text : [text])),
  );
  return JSON.stringify([directory.path ?? null, words]);
}
