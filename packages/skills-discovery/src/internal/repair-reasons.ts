import { KNOWN_FIELDS } from "./known-fields.ts";
import {
  endOfFlow,
  endOfQuoted,
  isEmptyLine,
  isRestEmpty,
  matchKey,
  type TextLine,
} from "./repair-lines.ts";

/** A value on its line, and how far its continuation has to be indented. */
export interface Entry {
  readonly key: string | null;
  readonly isTopLevel: boolean;
  readonly at: number;
  /** Column of the key or of the item's hyphen. */
  readonly column: number;
  readonly line: TextLine;
  /** The lines behind it that are indented deeper, up to the last that is text. */
  readonly below: readonly TextLine[];
}

/** Fields that are text: what stands there is meant as text, whatever it looks like. */
const TEXT_FIELDS: readonly string[] = ["name", "description", "license", "compatibility"];

/** A whole value that is an alias, or begins with an anchor. */
const ALIAS = /^\*[^\s,[\]{}]+(?:[ \t]+#.*)?$/;
const ANCHOR = /^&[^\s,[\]{}]/;

/** Why YAML refuses the value on a key's line, or undefined where it doesn't or may not be read as text. */
export function reasonOf(text: string, entry: Entry): string | undefined {
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
  const end = endOfQuoted(text, at, line.end);
  if (end === -1 || isRestEmpty(text, end, line.end)) return undefined;
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
export function isTabIndented(line: TextLine, column: number): boolean {
  return line.hasTab && line.indent <= column && !isEmptyLine(line);
}

function isIndicator(text: string, at: number, end: number): boolean {
  return "-?:".includes(text.charAt(at)) && (at + 1 >= end || " \t".includes(text.charAt(at + 1)));
}

/** Whether an entry, that can't be what YAML sees, is sure to be one text and nothing else. */
export function isPlainlyText(text: string, entry: Entry): boolean {
  const { key, isTopLevel, below } = entry;
  if (isTopLevel && key === "metadata") return false;
  if (below.some((line) => text.charAt(line.first) === "#")) return false;
  if (isTopLevel && key !== null && TEXT_FIELDS.includes(key)) {
    // A field that has slipped below another one is no text.
    return !below.some((line) => isField(text, line));
  }
  return below.every((line) => isEmptyLine(line) || !isStructure(text, line));
}

function isField(text: string, line: TextLine): boolean {
  return KNOWN_FIELDS.includes(matchKey(text, line.first, line.end)?.key ?? "");
}

/** Whether a line looks like an item, or like a key. */
export function isStructure(text: string, line: TextLine): boolean {
  if (isIndicator(text, line.first, line.end)) return true;
  return matchKey(text, line.first, line.end) !== undefined;
}
