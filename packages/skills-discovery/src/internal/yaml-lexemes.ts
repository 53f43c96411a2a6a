import { MAX_NESTING_DEPTH } from "../format-limits.ts";
import { type Problem, rejection } from "./problem.ts";
import { quoteForMessage } from "./text.ts";
import type { YamlModule } from "./yaml-module.ts";

/** The tokens of a text that a parser may see, or why none may. */
export type Admission =
  | { readonly kind: "admitted"; readonly lexemes: readonly string[] }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Tags of the core schema; they say what the value shows anyway. */
const CORE_TAGS: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `!!${name}`),
);

// Marks that the lexer puts between the pieces of the text; they have no length in it.
const DOCUMENT_MARK = "\u0002";
const FLOW_END_MARK = "\u0018";
const SCALAR_MARK = "\u001f";

/**
 * Cuts a text into tokens and refuses it before any parser sees it where collections nest too
 * deeply, and where anchors, aliases or tags beyond the core schema stand.
 *
 * The parser calls itself for each level and, past some depth, ends the whole process in a way
 * that can't be caught; cutting into tokens is one loop, linear in the text. The tokens are the
 * very ones that the parser gets, so that the two can't differ about what is a bracket and what
 * is text.
 *
 * @param source - The text, after a line that opens the document.
 * @param shift - Length of that line: offsets of problems are counted behind it.
 */
export function admitLexemes(yaml: YamlModule, source: string, shift: number): Admission {
  const lexemes: string[] = [];
  const nesting = startNesting();
  let offset = -shift;
  let isScalar = false;
  for (const lexeme of new yaml.Lexer().lex(source)) {
    lexemes.push(lexeme);
    if (isScalar) {
      isScalar = false;
      passText(nesting, lexeme);
    } else if (lexeme === SCALAR_MARK) {
      isScalar = true;
      continue;
    } else if (lexeme === DOCUMENT_MARK || lexeme === FLOW_END_MARK) {
      nesting.flows = 0;
      continue;
    } else {
      if (passToken(nesting, lexeme) > MAX_NESTING_DEPTH) return refuse(tooDeep(offset));
      const problem = refusedToken(lexeme, offset);
      if (problem !== undefined) return refuse(problem);
    }
    offset += lexeme.length;
  }
  return { kind: "admitted", lexemes };
}

function refuse(problem: Problem): Admission {
  return { kind: "refused", problem };
}

function tooDeep(offset: number): Problem {
  return rejection(
    "frontmatter.too-deep",
    offset,
    `Collections lie in each other more than ${MAX_NESTING_DEPTH} deep here; write the frontmatter flatter, or quote the brackets if they are text.`,
  );
}

function refusedToken(lexeme: string, offset: number): Problem | undefined {
  const shown = quoteForMessage(lexeme);
  switch (lexeme.charAt(0)) {
    case "&":
    case "*":
      return rejection(
        "frontmatter.alias-or-anchor",
        offset,
        `The anchor or alias ${shown} is not accepted in frontmatter; write the value out, or quote it if it is text.`,
      );
    case "!":
      if (CORE_TAGS.has(lexeme)) return undefined;
      return rejection(
        "frontmatter.tag",
        offset,
        `The tag ${shown} is not accepted in frontmatter; leave it out, or quote the value if it is text.`,
      );
    default:
      return undefined;
  }
}

/** What is open at one point of the text. */
interface Nesting {
  /** Columns at which block collections are open, each deeper than the one before. */
  readonly columns: number[];
  /** Open brackets and braces. */
  flows: number;
  /** Column of the next token. */
  column: number;
  /** Column at which the key of the next `:` began; -1 where none has. */
  keyColumn: number;
}

function startNesting(): Nesting {
  return { columns: [], flows: 0, column: 0, keyColumn: -1 };
}

/** Takes the text of a scalar, and gives nothing: scalars don't nest. */
function passText(nesting: Nesting, text: string): void {
  beginKey(nesting);
  moveColumn(nesting, text);
}

/** Takes a token and gives the depth behind it. */
function passToken(nesting: Nesting, token: string): number {
  const first = token.charAt(0);
  if (token === "[" || token === "{") {
    beginKey(nesting);
    nesting.flows += 1;
  } else if (token === "]" || token === "}") {
    nesting.flows = Math.max(0, nesting.flows - 1);
  } else if (token === "-" || token === "?" || token === ":") {
    if (nesting.flows === 0) openBlock(nesting, token);
  } else if (token === "---" || token === "...") {
    nesting.columns.length = 0;
    nesting.flows = 0;
  } else if (first !== " " && first !== "\t" && first !== "\n" && first !== "\r" && first !== "#") {
    beginKey(nesting);
  }
  moveColumn(nesting, token);
  return nesting.columns.length + nesting.flows;
}

/** A `-`, `?` or `:` is in the block collection of its column, or opens one there. */
function openBlock(nesting: Nesting, token: string): void {
  const { columns } = nesting;
  const column = token === ":" && nesting.keyColumn !== -1 ? nesting.keyColumn : nesting.column;
  while ((columns.at(-1) ?? -1) > column) columns.pop();
  if (columns.at(-1) !== column) columns.push(column);
  nesting.keyColumn = -1;
}

function beginKey(nesting: Nesting): void {
  if (nesting.keyColumn === -1) nesting.keyColumn = nesting.column;
}

function moveColumn(nesting: Nesting, token: string): void {
  const lineFeed = token.lastIndexOf("\n");
  if (lineFeed === -1) {
    nesting.column += token.length;
  } else {
    nesting.column = token.length - lineFeed - 1;
    nesting.keyColumn = -1;
  }
}
