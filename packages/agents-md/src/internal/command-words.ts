/** A word of a command, with what it is there for. */
export interface CommandWord {
  readonly text: string;
  /** The command creates what the word names: it counts even where nothing exists yet. */
  readonly created: boolean;
}

/** Programs whose operands may name what does not exist yet. */
const CREATORS: ReadonlySet<string> = new Set([
  "cp",
  "install",
  "ln",
  "mkdir",
  "mv",
  "rsync",
  "tee",
  "touch",
]);

/** Programs that run the program that follows them. */
const WRAPPERS: ReadonlySet<string> = new Set(["command", "env", "exec", "nohup", "sudo", "time"]);

/** Commands inside words (`sh -c "..."`) are looked into this deep. */
const MAX_NESTING = 3;

interface Token {
  readonly text: string;
  /** An operator such as `;`, `|` or `>`, outside quotes. */
  readonly operator: boolean;
}

/**
 * The words of a command line as a POSIX shell would split them, or of an argument list; words
 * that hold white space are split once more, as the shell that gets them would.
 *
 * @param windows - a backslash separates names in a path, and escapes nothing
 */
export function commandWords(
  command: string | readonly string[],
  windows: boolean,
): readonly CommandWord[] {
  const words: CommandWord[] = [];
  collect(
    typeof command === "string"
      ? tokenize(command, windows)
      : command.map((text) => ({ text, operator: false })),
    windows,
    MAX_NESTING,
    words,
  );
  return words;
}

function collect(
  tokens: readonly Token[],
  windows: boolean,
  nesting: number,
  words: CommandWord[],
): void {
  let program: string | undefined;
  let creates = false;
  let redirected = false;
  for (const { text, operator } of tokens) {
    if (operator) {
      // ">|" and ">&" are one operator.
      redirected = text === ">" || (redirected && (text === "|" || text === "&"));
      if (!redirected && text !== "<") program = undefined;
      continue;
    }
    if (program === undefined && !redirected) {
      const isPrefix = /^[A-Za-z_][A-Za-z0-9_]*=/.test(text) || WRAPPERS.has(nameOf(text));
      if (!isPrefix) program = nameOf(text);
      creates = program !== undefined && CREATORS.has(program);
    } else if (program === "git" && text === "mv") {
      creates = true;
    }
    words.push({ text, created: redirected || (creates && !text.startsWith("-")) });
    redirected = false;
    if (nesting > 0 && /\s/.test(text)) {
      collect(tokenize(text, windows), windows, nesting - 1, words);
    }
  }
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

function tokenize(command: string, windows: boolean): readonly Token[] {
  const tokens: Token[] = [];
  let word = "";
  let inWord = false;
  const endWord = (): void => {
    if (inWord) tokens.push({ text: word, operator: false });
    word = "";
    inWord = false;
  };
  for (let at = 0; at < command.length; at += 1) {
    const character = command[at] ?? "";
    if (character === "'" || character === '"') {
      const quoted = readQuoted(command, at, windows);
      word += quoted.text;
      inWord = true;
      at = quoted.end;
    } else if (character === "\\" && !windows) {
      at += 1;
      // An escaped line end joins two lines.
      if (command[at] !== "\n") word += command[at] ?? "";
      inWord = true;
    } else if (/\s/.test(character)) {
      endWord();
      if (character === "\n") tokens.push({ text: "\n", operator: true });
    } else if (";|&<>()`".includes(character)) {
      endWord();
      tokens.push({ text: character, operator: true });
    } else {
      word += character;
      inWord = true;
    }
  }
  endWord();
  return tokens;
}

/** The text between two quotes; without a second one, up to the end. */
function readQuoted(
  command: string,
  start: number,
  windows: boolean,
): { readonly text: string; readonly end: number } {
  const quote = command[start];
  let text = "";
  let at = start + 1;
  for (; at < command.length && command[at] !== quote; at += 1) {
    const next = command[at + 1] ?? "";
    const escapes = quote === '"' && !windows && command[at] === "\\" && '"\\$`\n'.includes(next);
    if (escapes && next !== "") at += 1;
    text += command[at] ?? "";
  }
  return { text, end: at };
}
