import type { CST, Document, ParsedNode } from "yaml";
import { MAX_NESTING_DEPTH } from "../format-limits.ts";
import { type Problem, rejection } from "./problem.ts";
import { neutralise } from "./text.ts";
import { convertDocument } from "./yaml-convert.ts";
import { admitLexemes, tooDeep } from "./yaml-lexemes.ts";
import type { YamlModule } from "./yaml-module.ts";
import type { MappingNode } from "./yaml-tree.ts";
import { findUnclosed, type Unclosed } from "./yaml-unclosed.ts";

/** A frontmatter's tree, or what keeps it from having one: the first thing in the text. */
export type FullReading =
  | { readonly kind: "read"; readonly mapping: MappingNode }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

/**
 * The fence is given to the parser with the text, so that a `%` line or a line `...` means the
 * same as in the file.
 */
const FENCE = "---\n";

/**
 * Reads frontmatter with the whole of YAML 1.2 (core schema), but no anchors, aliases, foreign
 * tags, merging or repeated keys.
 *
 * @param text - The lines between the fences; LF and CRLF end a line.
 */
export function readFull(yaml: YamlModule, text: string): FullReading {
  const source = FENCE + text;
  const admission = admitLexemes(yaml, source, FENCE.length);
  if (admission.kind === "refused") return { kind: "refused", problems: [admission.problem] };
  const composition = compose(yaml, admission.lexemes, source.length);
  if (composition.tooDeepAt !== undefined) {
    return { kind: "refused", problems: [tooDeep(composition.tooDeepAt - FENCE.length)] };
  }
  const { documents } = composition;
  const problem = firstError(documents, text.length, admission.lexemes);
  if (problem !== undefined) return { kind: "refused", problems: [problem] };
  const contents = documents[0]?.contents ?? null;
  return convertDocument(yaml, contents, text, FENCE.length);
}

/** Collections that the parser may hold open; see the rule of two for each level. */
const MAX_OPEN = 2 * MAX_NESTING_DEPTH + 8;

interface Composition {
  readonly documents: readonly Document.Parsed[];
  /** Where the parser had too much open, in the source. */
  readonly tooDeepAt: number | undefined;
}

function compose(yaml: YamlModule, lexemes: readonly string[], end: number): Composition {
  const composer = new yaml.Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    // Keys are compared by ourselves: as text, and in linear time.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const parser = new yaml.Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of lexemes) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Where text is malformed the parser may take flat lines for nested ones.
    if (parser.stack.length > MAX_OPEN) return { documents: [], tooDeepAt: parser.offset };
  }
  for (const token of parser.end()) tokens.push(token);
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, end)) {
    documents.push(document as Document.Parsed<ParsedNode>);
  }
  return { documents, tooDeepAt: undefined };
}

/** The error that comes first in the text; further ones are mostly its consequences. */
function firstError(
  documents: readonly Document.Parsed[],
  length: number,
  lexemes: readonly string[],
): Problem | undefined {
  const [first, second] = documents;
  let error = first?.errors[0];
  for (const other of first?.errors ?? []) {
    if (error !== undefined && other.pos[0] < error.pos[0]) error = other;
  }
  if (error !== undefined) {
    const offset = Math.min(Math.max(error.pos[0] - FENCE.length, 0), length);
    const unclosed = findUnclosed(lexemes, FENCE.length);
    if (unclosed !== undefined && unclosed.offset <= offset) return unclosedProblem(unclosed);
    return rejection("frontmatter.invalid-yaml", offset, explain(error.code, error.message));
  }
  if (second === undefined) return undefined;
  const offset = Math.max((second.range?.[0] ?? FENCE.length) - FENCE.length, 0);
  return rejection(
    "frontmatter.invalid-yaml",
    offset,
    "A second YAML document begins here; frontmatter is one document, so remove the line `...` before it.",
  );
}

function unclosedProblem({ offset, char }: Unclosed): Problem {
  const message = `Nothing closes the ${char} here; close it, or put the value in quotes if it is text.`;
  return rejection("frontmatter.invalid-yaml", offset, message);
}

/** How to mend what the parser found, by its code; its own words where they say more. */
function explain(code: string, message: string): string {
  const advice = ADVICE[code];
  if (advice !== undefined) return advice;
  return `The frontmatter isn't valid YAML here (${neutralise(message)}); correct it, or put the value in quotes if it is text.`;
}

const ADVICE: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE:
    "A double-quoted text has an escape that YAML doesn't know here; write each backslash twice, or use single quotes.",
  BAD_INDENT:
    "The indentation doesn't fit what stands before; indent every entry of a mapping alike, and continuation lines deeper than their key.",
  BAD_SCALAR_START: "A text can't begin with this character unquoted; put the value in quotes.",
  BLOCK_AS_IMPLICIT_KEY:
    "A second `: ` on one line makes a mapping within a value; put the value in quotes if it is text.",
  MULTILINE_IMPLICIT_KEY:
    "A key has to stand on one line, followed by `: `; indent lines that continue a text, and put texts with a colon in quotes.",
  TAB_AS_INDENT: "A tab can't indent in YAML; use spaces.",
};
