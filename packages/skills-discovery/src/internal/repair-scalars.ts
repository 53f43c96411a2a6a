import { cutLines, isEmptyLine, matchKey, skipBlanks, type TextLine } from "./repair-lines.ts";
import {
  type Entry,
  isPlainlyText,
  isStructure,
  isTabIndented,
  reasonOf,
} from "./repair-reasons.ts";

/** A scalar that YAML refuses as it stands, with the text that it plainly is. */
export interface ScalarRepair {
  /** The key before it on its line; null for an item of a list. */
  readonly key: string | null;
  readonly start: number;
  readonly end: number;
  /** Where its indentation has to be mended too: that begins here, and has to be so wide. */
  readonly indentation: { readonly start: number; readonly width: number } | null;
  /** On one line, as YAML folds a plain scalar. */
  readonly text: string;
  /** What YAML stumbles over, as a clause for a message. */
  readonly reason: string;
}

/** More broken scalars than these aren't single slips. */
const MAX_REPAIRS = 100;

/**
 * Finds the single scalars in a frontmatter that strict YAML refuses although they are plainly
 * one text: with a colon, `#`, tab or bracket that would need quotes, or beginning with a
 * character that may not begin a plain scalar. What may be meant in two ways is left alone: lists
 * and mappings that are broken, anchors, aliases and tags, quotes that don't close, texts on the
 * line of a `|` or `>`, comments in the middle of a text.
 *
 * This looks at lines and knows little of YAML: its caller has to make sure that the text parses
 * with these scalars taken for text, each at its place.
 */
export function findRepairs(text: string): readonly ScalarRepair[] {
  const lines = cutLines(text);
  const repairs: ScalarRepair[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    if (line === undefined || isEmptyLine(line) || text.charAt(line.first) === "#") {
      index += 1;
      continue;
    }
    const entry = readEntry(text, lines, index);
    if (entry === undefined) {
      index += 1;
      continue;
    }
    const repair = repairOf(text, entry);
    if (repair !== undefined && repairs.push(repair) > MAX_REPAIRS) return [];
    const isCollection = repair === undefined && isValueEmpty(text, entry);
    index += isCollection ? 1 : 1 + entry.below.length;
  }
  return repairs;
}

function readEntry(text: string, lines: readonly TextLine[], index: number): Entry | undefined {
  const line = lines[index];
  if (line === undefined) return undefined;
  let at = line.first;
  let column = -1;
  while (text.charAt(at) === "-" && " \t".includes(text.charAt(at + 1) || "x")) {
    column = at - line.start;
    at = skipBlanks(text, at + 1, line.end);
  }
  const match = matchKey(text, at, line.end);
  if (match === undefined && column === -1) return undefined;
  if (match !== undefined) {
    column = at - line.start;
    at = skipBlanks(text, match.end, line.end);
  }
  const isTopLevel = match !== undefined && column === 0;
  const key = match?.key ?? null;
  return { key, isTopLevel, at, column, line, below: linesBelow(text, lines, index, column) };
}

function linesBelow(
  text: string,
  lines: readonly TextLine[],
  index: number,
  column: number,
): readonly TextLine[] {
  let last = index;
  for (let next = index + 1; next < lines.length; next += 1) {
    const line = lines[next];
    if (line === undefined) break;
    if (isEmptyLine(line)) continue;
    if (line.indent <= column && !line.hasTab) break;
    if (text.charAt(line.first) !== "#") last = next;
  }
  return lines.slice(index + 1, last + 1);
}

/** Whether nothing but a comment stands on the key's line. */
function isValueEmpty(text: string, entry: Entry): boolean {
  const { at, line } = entry;
  return at >= line.end || (text.charAt(at) === "#" && " \t".includes(text.charAt(at - 1)));
}

function repairOf(text: string, entry: Entry): ScalarRepair | undefined {
  const { at, line } = entry;
  if (isValueEmpty(text, entry)) return repairBelow(text, entry);
  const reason = reasonOf(text, entry);
  if (reason === undefined || !isPlainlyText(text, entry)) return undefined;
  return makeRepair(text, entry, at, [{ ...line, first: at }, ...entry.below], reason);
}

/** A text that begins on the line below its key, indented by a tab. */
function repairBelow(text: string, entry: Entry): ScalarRepair | undefined {
  const [first] = entry.below;
  if (
    first === undefined ||
    entry.key === null ||
    !entry.below.some((line) => isTabIndented(line, entry.column))
  ) {
    return undefined;
  }
  const isText = entry.below.every((line) => isEmptyLine(line) || !isStructure(text, line));
  const startsPlain = !"[{\"'|>&*!%@`#,]}".includes(text.charAt(first.first));
  if (!isText || !startsPlain) return undefined;
  const repair = makeRepair(text, entry, first.first, entry.below, "a tab can't indent it");
  const indentation = { start: first.start, width: entry.column + 2 };
  return isTabIndented(first, entry.column) ? { ...repair, indentation } : repair;
}

function makeRepair(
  text: string,
  entry: Entry,
  start: number,
  lines: readonly TextLine[],
  reason: string,
): ScalarRepair {
  const end = lines.at(-1)?.end ?? start;
  return { key: entry.key, start, end, indentation: null, text: fold(text, lines), reason };
}

/** One line break becomes a space, more become one less than they are. */
function fold(text: string, lines: readonly TextLine[]): string {
  let folded = "";
  let blanks = 0;
  for (const line of lines) {
    if (isEmptyLine(line)) {
      blanks += 1;
      continue;
    }
    if (folded !== "") folded += blanks === 0 ? " " : "\n".repeat(blanks);
    folded += text.slice(line.first, line.end);
    blanks = 0;
  }
  return folded;
}
