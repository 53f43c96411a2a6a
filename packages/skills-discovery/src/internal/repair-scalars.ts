import {
  cutLines,
  endOfFlow,
  endOfQuoted,
  isEmptyLine,
  isRestEmpty,
  skipBlanks,
  type TextLine,
} from "./repair-lines.ts";

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

/** Fields that are text: what stands there is meant as text, whatever it looks like. */
const TEXT_FIELDS: readonly string[] = ["name", "description", "license", "compatibility"];

const KEY = /([\p{L}\p{N}_$][\p{L}\p{N}_.$-]*)[ \t]*:(?=[ \t\r\n]|$)/uy;
/** A whole value that is an alias, or begins with an anchor. */
const ALIAS = /^\*[^\s,[\]{}]+(?:[ \t]+#.*)?$/;
const ANCHOR = /^&[^\s,[\]{}]/;

/** A value on its line, and how far its continuation has to be indented. */
interface Entry {
  readonly key: string | null;
  readonly isTopLevel: boolean;
  readonly at: number;
  /** Column of the key or of the item's hyphen. */
  readonly column: number;
  readonly line: TextLine;
  /** The lines behind it that are indented deeper, up to the last that is text. */
  readonly below: readonly TextLine[];
}

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
  KEY.lastIndex = at;
  const match = KEY.exec(text);
  const isKey = match !== null && match.index + match[0].length <= line.end;
  if (!isKey && column === -1) return undefined;
  if (isKey) {
    column = at - line.start;
    at = skipBlanks(text, at + match[0].length, line.end);
  }
  const isTopLevel = isKey && column === 0;
  const key = isKey ? (match[1] ?? null) : null;
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

/** Why YAML refuses the value on a key's line, or undefined where it doesn't or may not be read as text. */
function reasonOf(text: string, entry: Entry): string | undefined {
  const { at, line } = entry;
  const char = text.charAt(at);
  const value = text.slice(at, line.end);
  switch (char) {
    case '"':
    case "'":
      return reasonOfQuoted(text, entry);
    case "[":
    case "{":
      return reasonOfFlow(text, entry);
    case "*":
      return ALIAS.test(value) ? undefined : `\`${char}\` begins an alias`;
    case "&":
      return ANCHOR.test(value) ? undefined : `\`${char}\` begins an anchor`;
    case "!":
      return undefined;
    case "|":
    case ">":
      return undefined;
    case "%":
    case "@":
    case "`":
    case ",":
    case "]":
    case "}":
      return `no text may begin with ${char === "`" ? "a backquote" : `\`${char}\``}`;
    default:
      return reasonOfPlain(text, entry);
  }
}

/** A text that begins with a quoted part: `"One" and two`, but not `"one" or "two"`. */
function reasonOfQuoted(text: string, entry: Entry): string | undefined {
  const { at, line } = entry;
  const end = endOfQuoted(text, at);
  if (end === -1 || end > line.end || isRestEmpty(text, end, line.end)) return undefined;
  const last = entry.below.at(-1) ?? line;
  if (text.charAt(last.end - 1) === text.charAt(at)) return undefined;
  return "text goes on behind the closing quote";
}

/** A text that begins with a bracket: `[one] and two`; unclosed only where text alone can stand. */
function reasonOfFlow(text: string, entry: Entry): string | undefined {
  const { at, line, key, isTopLevel } = entry;
  if (isTopLevel && (key === "metadata" || key === "allowed-tools")) return undefined;
  const last = entry.below.at(-1) ?? line;
  const end = endOfFlow(text, at, last.end);
  const bracket = `\`${text.charAt(at)}\``;
  if (end === -1) {
    const isText = isTopLevel && key !== null && TEXT_FIELDS.includes(key);
    return isText ? `nothing closes the ${bracket}` : undefined;
  }
  if (end > line.end || isRestEmpty(text, end, line.end)) return undefined;
  return `the ${bracket} begins a ${bracket === "`[`" ? "list" : "mapping"}`;
}

function reasonOfPlain(text: string, entry: Entry): string | undefined {
  const { at, line, below, key } = entry;
  if (isIndicator(text, at, line.end)) {
    if (key === null || below.length > 0) return undefined;
    return `\`${text.charAt(at)}\` begins a list, a key or a value`;
  }
  const lines = [{ ...line, first: at }, ...below];
  for (const part of lines) {
    const content = text.slice(part.first, part.end);
    if (/:(?:[ \t]|$)/.test(content)) return "a colon before a blank ends a key";
  }
  if (below.some((part) => isTabIndented(part, entry.column))) return "a tab can't indent it";
  const commented = lines
    .slice(0, -1)
    .some(({ first, end }) => /[ \t]#/.test(text.slice(first, end)));
  return commented ? "`#` behind a blank begins a comment" : undefined;
}

/** Whether only a tab makes a line deeper than its key. */
function isTabIndented(line: TextLine, column: number): boolean {
  return line.hasTab && line.indent <= column && !isEmptyLine(line);
}

function isIndicator(text: string, at: number, end: number): boolean {
  return "-?:".includes(text.charAt(at)) && (at + 1 >= end || " \t".includes(text.charAt(at + 1)));
}

/** Whether an entry, that can't be what YAML sees, is sure to be one text and nothing else. */
function isPlainlyText(text: string, entry: Entry): boolean {
  const { key, isTopLevel, below } = entry;
  if (isTopLevel && key === "metadata") return false;
  if (below.some((line) => text.charAt(line.first) === "#")) return false;
  if (isTopLevel && key !== null && TEXT_FIELDS.includes(key)) return true;
  return below.every((line) => isEmptyLine(line) || !isStructure(text, line));
}

/** Whether a line looks like an item, or like a key. */
function isStructure(text: string, line: TextLine): boolean {
  if (isIndicator(text, line.first, line.end)) return true;
  KEY.lastIndex = line.first;
  const match = KEY.exec(text);
  return match !== null && match.index + match[0].length <= line.end;
}
