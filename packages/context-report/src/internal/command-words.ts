import { isRecord } from "./is-record.ts";

const ENDS_WORD = /[\s;&|<>()]/;
/** What joins a path with something else in one word: `--file=a.ts`, `a.ts:10`, `a.ts,b.ts`. */
const JOINTS = /[=:,]/;

/** Words of a command that may be paths, as a shell would split it, and what joints leave of them. */
export function commandWords(args: unknown): ReadonlySet<string> {
  const words = new Set<string>();
  if (!isRecord(args)) return words;
  const { command, args: more } = args;
  const given = [command, more].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  for (const word of typeof command === "string" ? splitCommand(command) : given) add(words, word);
  if (typeof command === "string") for (const word of given) add(words, word);
  return words;
}

function add(words: Set<string>, word: unknown): void {
  if (typeof word !== "string" || word === "") return;
  words.add(word);
  for (const piece of word.split(JOINTS)) if (piece !== "") words.add(piece);
}

function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word = "";
  let quote = "";
  for (let i = 0; i < command.length; i++) {
    const unit = command[i] as string;
    if (unit === quote) quote = "";
    else if (unit === "\\" && quote !== "'") word += command[++i] ?? "";
    else if (quote !== "") word += unit;
    else if (unit === '"' || unit === "'" || unit === "`") quote = unit;
    else if (!ENDS_WORD.test(unit)) word += unit;
    else {
      words.push(word);
      word = "";
    }
  }
  words.push(word);
  return words;
}
