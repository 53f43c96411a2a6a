import type { Command, Word } from "./parse-script.ts";
import { sedView } from "./sed.ts";
import { ALL_LINES, FIXED_PART, linesView, MOVING_PART, type View } from "./view.ts";

/** A command that shows files, or what it is given through a pipe. */
export interface Reader {
  /** None: it reads what comes through the pipe. */
  readonly files: readonly Word[];
  readonly view: View;
}

/** The command, if it does nothing but show files. */
export function readerOf([name, ...args]: Command): Reader | undefined {
  if (!name?.isPlain) return undefined;
  switch (name.text) {
    case "cat":
      return catOf(args);
    case "nl":
      return nlOf(args);
    case "head":
      return headOf(args);
    case "tail":
      return tailOf(args);
    case "sed":
      return sedOf(args);
    default:
      return undefined;
  }
}

/** Options and operands; `values` are options that take the next word. `undefined` if unsure. */
export function splitArguments(
  args: readonly Word[],
  values: readonly string[] = [],
): { readonly options: readonly string[]; readonly operands: readonly Word[] } | undefined {
  const options: string[] = [];
  const operands: Word[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as Word;
    const { text } = word;
    if (text === "--") return { options, operands: [...operands, ...args.slice(i + 1)] };
    if (!text.startsWith("-") || text === "-") {
      operands.push(word);
    } else if (!word.isPlain) {
      return undefined;
    } else if (values.includes(text)) {
      const value = args[++i];
      if (!value?.isPlain) return undefined;
      options.push(`${text}=${value.text}`);
    } else {
      options.push(text);
    }
  }
  return { options, operands };
}

function reader(files: readonly Word[], view: View | undefined): Reader | undefined {
  // A lone `-` is the pipe among files.
  return view && files.every(({ text }) => text !== "-") ? { files, view } : undefined;
}

function catOf(args: readonly Word[]): Reader | undefined {
  const split = splitArguments(args);
  if (!split?.options.every((option) => /^(-[AbeEnstTuv]{1,9}|--number)$/.test(option))) {
    return undefined;
  }
  const options = split.options.filter((option) => option !== "-u");
  const [option, ...more] = options;
  const isNumbered = option === "-n" || option === "--number";
  const isUsual = option === undefined || (isNumbered && more.length === 0);
  return reader(split.operands, isUsual ? { ...ALL_LINES, isNumbered } : FIXED_PART);
}

function nlOf(args: readonly Word[]): Reader | undefined {
  const split = splitArguments(args, ["-b", "-w", "-s", "-v", "-n", "-i"]);
  if (!split?.options.every((option) => /^(-[bwsvni]|--body-numbering=)/.test(option)))
    return undefined;
  const [option, ...more] = split.options;
  const numbersAll = option !== undefined && ["-ba", "-b=a", "--body-numbering=a"].includes(option);
  const isUsual = numbersAll && more.length === 0;
  return reader(split.operands, isUsual ? { ...ALL_LINES, isNumbered: true } : FIXED_PART);
}

const DEFAULT_LINES = 10;

function headOf(args: readonly Word[]): Reader | undefined {
  const split = splitArguments(args, ["-n", "-c"]);
  if (!split) return undefined;
  let view: View = linesView(1, DEFAULT_LINES);
  for (const option of split.options) {
    if (option === "-q" || option === "-v") continue;
    const [unit, count] = countOf(option);
    if (count === undefined) return undefined;
    if (/^\d{1,9}$/.test(count)) view = unit === "lines" ? linesView(1, Number(count)) : FIXED_PART;
    else if (/^-?\d{1,9}[kKMG]?$/.test(count))
      view = count.startsWith("-") ? MOVING_PART : FIXED_PART;
    else return undefined;
  }
  return reader(split.operands, view);
}

function tailOf(args: readonly Word[]): Reader | undefined {
  const split = splitArguments(args, ["-n", "-c"]);
  if (!split) return undefined;
  let view: View = MOVING_PART;
  for (const option of split.options) {
    if (option === "-q" || option === "-v") continue;
    const [unit, count] = countOf(option);
    // Not among them: `-f` and `-F`, which wait for more.
    if (count === undefined || !/^[+-]?\d{1,9}[kKMG]?$/.test(count)) return undefined;
    if (!count.startsWith("+")) view = MOVING_PART;
    else view = unit === "lines" ? linesView(Math.max(1, Number(count)), undefined) : FIXED_PART;
  }
  return reader(split.operands, view);
}

/** What an option of `head` or `tail` counts, and how many. */
function countOf(option: string): readonly ["lines" | "bytes", string | undefined] {
  if (/^-\d/.test(option)) return ["lines", option.slice(1)];
  const lines = /^(?:-n=?|--lines=)(.*)$/s.exec(option);
  if (lines) return ["lines", lines[1]];
  const bytes = /^(?:-c=?|--bytes=)(.*)$/s.exec(option);
  return ["bytes", bytes?.[1]];
}

function sedOf(args: readonly Word[]): Reader | undefined {
  const split = splitArguments(args, ["-e", "-ne"]);
  if (!split) return undefined;
  let isQuiet = false;
  const scripts: string[] = [];
  for (const option of split.options) {
    if (/^(-n|-ne=.*|--quiet|--silent)$/s.test(option)) isQuiet = true;
    const script = /^-n?e=(.*)$/s.exec(option)?.[1];
    if (script !== undefined) scripts.push(script);
    else if (!/^(-n|--quiet|--silent|-E|-r)$/.test(option)) return undefined;
  }
  const files = [...split.operands];
  if (scripts.length === 0) {
    const script = files.shift();
    if (!script?.isPlain) return undefined;
    scripts.push(script.text);
  }
  // What is replaced is no view of a file, only of what comes through a pipe.
  if (!isQuiet && files.length > 0) return undefined;
  return reader(files, sedView(scripts.join(";"), isQuiet));
}
