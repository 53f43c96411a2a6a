import type { Command, Word } from "./parse-script.ts";

/** Options of `rg` and `grep` that take the next word. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set([
  ..."-e -f -A -B -C -m -g -t -T -j -M -d -D -r -E".split(" "),
  ..."--regexp --file --after-context --before-context --context --max-count --glob --iglob".split(
    " ",
  ),
  ..."--type --type-not --threads --max-columns --replace --sort --sortr --max-depth".split(" "),
  ..."--maxdepth --color --colors --encoding --max-filesize --include --exclude".split(" "),
  ..."--exclude-dir --ignore-file --path-separator --type-add --type-clear --engine".split(" "),
]);

/** What `find` may be asked without writing or running anything. */
const FIND_TESTS: ReadonlySet<string> = new Set(
  (
    "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype " +
    "-maxdepth -mindepth -size -mtime -mmin -ctime -cmin -atime -amin -newer -perm -user -group " +
    "-empty -not -o -or -a -and -prune -print -print0 -printf -ls -depth -follow -xdev -mount " +
    "-readable -writable -executable -links -inum -samefile -true -false -quit -L -H -P -E"
  ).split(" "),
);
const FIND_PATTERNS: ReadonlySet<string> = new Set(
  "-name -iname -path -ipath -wholename -regex -iregex".split(" "),
);

/** A command that only searches or lists. */
export interface Searcher {
  /** To show. */
  readonly pattern: string;
  /** The one place that a search by text was told to look in. */
  readonly place?: string | undefined;
}

/** The command, if all it can do is search or list. */
export function searcherOf([name, ...args]: Command): Searcher | undefined {
  if (!name?.isPlain) return undefined;
  switch (name.text) {
    case "rg":
      // These run programs.
      return args.some(({ text }) => /^--(pre|hostname-bin)/.test(text))
        ? undefined
        : textSearcher(args);
    case "grep":
    case "egrep":
    case "fgrep":
      return textSearcher(args);
    case "find": {
      const pattern = findPattern(args);
      return pattern === undefined ? undefined : { pattern };
    }
    case "ls":
      return { pattern: listedPaths(args) };
    default:
      return undefined;
  }
}

/** The pattern is the first operand, unless an option names it, or lists files in its place. */
function textSearcher(args: readonly Word[]): Searcher | undefined {
  const operands: Word[] = [];
  let named: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as Word;
    const { text } = word;
    if (text === "--") {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (text === "--files") named ??= text;
    else if (text.startsWith("--regexp=")) named ??= text.slice("--regexp=".length);
    else if (text === "-e" || text === "--regexp") named ??= args[i + 1]?.text;
    if (VALUE_OPTIONS.has(text)) i += 1;
    else if (!text.startsWith("-") || text === "-") operands.push(word);
  }
  const pattern = named ?? operands.shift()?.text;
  if (pattern === undefined) return undefined;
  const [place, ...more] = operands;
  return { pattern, place: more.length === 0 && place?.isPlain ? place.text : undefined };
}

function findPattern(args: readonly Word[]): string | undefined {
  let pattern: string | undefined;
  let start: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const { text } = args[i] as Word;
    if (FIND_PATTERNS.has(text)) {
      const value = args[i + 1];
      if (!value) return undefined;
      pattern ??= value.text;
      i += 1;
    } else if (text.startsWith("-") && !FIND_TESTS.has(text) && !/^-\d/.test(text)) {
      return undefined;
    } else if (i === 0 && !text.startsWith("-")) {
      start = text;
    }
  }
  return pattern ?? start ?? ".";
}

function listedPaths(args: readonly Word[]): string {
  const paths = args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
  return paths.length === 0 ? "." : paths.join(" ");
}
