/** A bracket or a quote that nothing closes. */
export interface Unclosed {
  readonly offset: number;
  readonly char: string;
}

const FLOW_END_MARK = "\u0018";
const SCALAR_MARK = "\u001f";

/**
 * The first bracket, brace or quote that nothing closes: the parser finds the fault only where
 * the text ends, and people look for it where it begins.
 */
export function findUnclosed(lexemes: readonly string[], shift: number): Unclosed | undefined {
  const open: Unclosed[] = [];
  let offset = -shift;
  let isScalar = false;
  for (const lexeme of lexemes) {
    if (isScalar) {
      isScalar = false;
    } else if (lexeme === SCALAR_MARK) {
      isScalar = true;
      continue;
    } else if (lexeme === FLOW_END_MARK) {
      break;
    } else if (lexeme === "\u0002") {
      continue;
    } else if (lexeme === "[" || lexeme === "{") {
      open.push({ offset, char: lexeme });
    } else if (lexeme === "]" || lexeme === "}") {
      open.pop();
    } else if (isOpenQuote(lexeme)) {
      return { offset, char: lexeme.charAt(0) };
    }
    offset += lexeme.length;
  }
  return open[0];
}

function isOpenQuote(lexeme: string): boolean {
  const quote = lexeme.charAt(0);
  if (quote !== '"' && quote !== "'") return false;
  if (lexeme.length === 1 || !lexeme.endsWith(quote)) return true;
  if (quote === "'") return /^'(?:[^']|'')*$/.test(lexeme);
  let backslashes = 0;
  while (lexeme.charAt(lexeme.length - 2 - backslashes) === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}
