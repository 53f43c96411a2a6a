import { isRecord } from "./is-record.ts";

const SPACE = /\s/;
const OPERATORS = ";&|<>()";
const QUOTES = "\"'`";

/**
 * The words of a command: of its text as a shell would split it, and each of its arguments. Whole
 * words alone, so `a.ts:10` and `--file=a.ts` name no file.
 */
export function commandWords(args: unknown): ReadonlySet<string> {
  const words = new Set<string>();
  if (!isRecord(args)) return words;
  const { command, args: more } = args;
  if (typeof command === "string") for (const word of shellWords(command)) words.add(word);
  for (const list of [command, more]) {
    if (!Array.isArray(list)) continue;
    for (const word of list as readonly unknown[]) if (typeof word === "string") words.add(word);
  }
  return words;
}

/** Splits at white space and operators outside quotes; takes quotes and backslashes away. */
function shellWords(command: string): string[] {
  const words: string[] = [];
  let word = "";
  let quote = "";
  for (let i = 0; i < command.length; i++) {
    const unit = command[i] as string;
    if (unit === quote) quote = "";
    else if (unit === "\\" && quote !== "'") word += command[++i] ?? "";
    else if (quote !== "") word += unit;
    else if (QUOTES.includes(unit)) quote = unit;
    else if (SPACE.test(unit) || OPERATORS.includes(unit)) {
      words.push(word);
      word = "";
    } else word += unit;
  }
  words.push(word);
  return words.filter((each) => each !== "");
}
