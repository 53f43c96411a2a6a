import { MAX_NESTING_DEPTH } from "../format-limits.ts";
import { type Problem, rejection } from "./problem.ts";
import { quoteForMessage } from "./text.ts";
import type { YamlModule } from "./yaml-module.ts";
import { cutOffFlows, passText, passToken, startNesting } from "./yaml-nesting.ts";

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
    } else if (lexeme === DOCUMENT_MARK) {
      continue;
    } else if (lexeme === FLOW_END_MARK) {
      cutOffFlows(nesting);
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

export function tooDeep(offset: number): Problem {
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
