import type { CST, Document, ParsedNode } from "yaml";
import { MAX_NESTING_DEPTH } from "../format-limits.ts";
import { type Problem, rejection } from "./problem.ts";
import { adviseOn } from "./yaml-advice.ts";
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
  const { documents, error } = composition;
  if (error !== undefined) {
    return { kind: "refused", problems: [errorProblem(error, text.length, admission.lexemes)] };
  }
  const [first, second] = documents;
  if (second !== undefined) return { kind: "refused", problems: [secondDocument(second)] };
  return convertDocument(yaml, first?.contents ?? null, text, FENCE.length);
}

/** Collections that the parser may hold open; see the rule of two for each level. */
const MAX_OPEN = 2 * MAX_NESTING_DEPTH + 8;

/** Misplaced tokens behind which nothing is parsed any more. */
const MAX_MISPLACED = 50;

interface Composition {
  readonly documents: readonly Document.Parsed[];
  /** The first error, at an offset in the source. */
  readonly error?: { readonly offset: number; readonly code: string; readonly message: string };
  /** Where the parser had too much open, in the source. */
  readonly tooDeepAt?: number;
}

/**
 * Parses up to the first error: all others are mostly its consequences, and a text can be made to
 * have tens of thousands.
 */
function compose(yaml: YamlModule, lexemes: readonly string[], end: number): Composition {
  const parser = new yaml.Parser();
  const tokens: CST.Token[] = [];
  let misplaced = 0;
  for (const lexeme of lexemes) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === "error") misplaced += 1;
    }
    // Where text is malformed the parser may take flat lines for nested ones.
    if (parser.stack.length > MAX_OPEN) return { documents: [], tooDeepAt: parser.offset };
    if (misplaced > MAX_MISPLACED) break;
  }
  for (const token of parser.end()) tokens.push(token);
  let error: Composition["error"];
  const composer = makeComposer(yaml, (offset, code, message) => {
    error ??= { offset, code, message };
    throw new FirstError();
  });
  const documents: Document.Parsed[] = [];
  try {
    for (const document of composer.compose(tokens, true, end)) {
      documents.push(document as Document.Parsed<ParsedNode>);
      for (const { pos, code, message } of document.errors) {
        error ??= { offset: pos[0], code, message };
      }
    }
  } catch (reason) {
    if (!(reason instanceof FirstError)) throw reason;
  }
  // The composer looks at a misplaced token before the document that it stands in.
  for (const token of tokens) {
    if (token.type !== "error" || (error !== undefined && error.offset <= token.offset)) continue;
    error = { offset: token.offset, code: "UNEXPECTED_TOKEN", message: token.message };
  }
  return error === undefined ? { documents } : { documents, error };
}

/** Thrown through the composer to end its work. */
class FirstError extends Error {}

type OnError = (offset: number, code: string, message: string) => never;

function makeComposer(yaml: YamlModule, onError: OnError): InstanceType<YamlModule["Composer"]> {
  const composer = new yaml.Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    // Keys are compared by ourselves: as text, and in linear time.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  type Source = number | readonly [number, number] | { readonly offset: number };
  const stop = (source: Source, code: string, message: string, isWarning?: boolean): void => {
    if (isWarning) return;
    const offset =
      typeof source === "number" ? source : "offset" in source ? source.offset : source[0];
    onError(offset, code, message);
  };
  // The composer reports to this function of its own.
  return Object.assign(composer, { onError: stop });
}

function errorProblem(
  error: NonNullable<Composition["error"]>,
  length: number,
  lexemes: readonly string[],
): Problem {
  const offset = Math.min(Math.max(error.offset - FENCE.length, 0), length);
  const unclosed = findUnclosed(lexemes, FENCE.length);
  if (unclosed !== undefined && unclosed.offset <= offset) return unclosedProblem(unclosed);
  return rejection("frontmatter.invalid-yaml", offset, adviseOn(error.code, error.message));
}

function secondDocument(document: Document.Parsed): Problem {
  const offset = Math.max((document.range?.[0] ?? FENCE.length) - FENCE.length, 0);
  const message =
    "A second YAML document begins here; frontmatter is one document, so remove the line `...` before it.";
  return rejection("frontmatter.invalid-yaml", offset, message);
}

function unclosedProblem({ offset, char }: Unclosed): Problem {
  const message = `Nothing closes the ${char} here; close it, or put the value in quotes if it is text.`;
  return rejection("frontmatter.invalid-yaml", offset, message);
}
