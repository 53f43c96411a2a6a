import { MAX_NESTING_DEPTH } from "../format-limits.ts";
import { readFlowSequence } from "./yaml-fast-flow.ts";
import {
  advance,
  atEnd,
  indentOf,
  isItem,
  type LineCursor,
  skipInsignificant,
  skipSpaces,
  startLines,
} from "./yaml-fast-lines.ts";
import {
  beginsPlain,
  readBlock,
  readPlain,
  readPlainLine,
  readQuoted,
} from "./yaml-fast-scalars.ts";
import type { MappingEntry, MappingNode, ScalarNode, SequenceNode, YamlNode } from "./yaml-tree.ts";

const SPACE = 0x20;
const COLON = 0x3a;

/** Longer keys are left to the full reader, which has a limit of its own for them. */
const MAX_KEY_UNITS = 100;

/**
 * Reads the frontmatter that nearly all skills have (`key: scalar`, with mappings and lists
 * below a key, and lists in brackets) in one pass. Whatever it isn't sure of it leaves to the full reader
 * by answering undefined: where it answers, the full reader gives the same tree. So it knows no
 * errors, and has to know of every construct that means more than it shows.
 *
 * @param text - The lines between the fences; LF and CRLF end a line.
 */
export function readFast(text: string): MappingNode | undefined {
  // A tab may separate, indent, or be text, depending on where it stands.
  if (text.includes("\t")) return undefined;
  const cursor = startLines(text);
  skipInsignificant(cursor);
  if (atEnd(cursor) || indentOf(cursor) !== 0) return undefined;
  return readMapping(cursor, 1);
}

/** The entries from the current line on that have its indentation. */
function readMapping(cursor: LineCursor, depth: number): MappingNode | undefined {
  if (depth > MAX_NESTING_DEPTH / 4) return undefined;
  const indent = indentOf(cursor);
  const start = cursor.first;
  const entries: MappingEntry[] = [];
  while (!atEnd(cursor) && indentOf(cursor) >= indent) {
    if (indentOf(cursor) > indent) return undefined;
    const entry = readEntry(cursor, indent, depth);
    if (entry === undefined) return undefined;
    if (entries.some(({ key }) => key === entry.key)) return undefined;
    // A comparison with every other key stays cheap only for few.
    if (entries.push(entry) > 64) return undefined;
    skipInsignificant(cursor);
  }
  return { kind: "mapping", entries, start };
}

function readEntry(cursor: LineCursor, indent: number, depth: number): MappingEntry | undefined {
  const { text, first: keyStart, end } = cursor;
  const keyEnd = endOfKey(text, keyStart, end);
  if (keyEnd === keyStart || text.charCodeAt(keyEnd) !== COLON || keyEnd >= end) return undefined;
  const hasBlank = keyEnd + 1 === end || text.charCodeAt(keyEnd + 1) === SPACE;
  if (!hasBlank) return undefined;
  const key = text.slice(keyStart, keyEnd);
  const at = skipSpaces(text, keyEnd + 1, end);
  const value =
    at === end ? readBelow(cursor, indent, depth, keyStart) : readBeside(cursor, at, indent);
  return value === undefined ? undefined : { key, keyStart, value };
}

/** ASCII letters, digits, `_` and `-`, a letter or `_` first. */
function endOfKey(text: string, start: number, end: number): number {
  const limit = Math.min(end, start + MAX_KEY_UNITS);
  let at = start;
  for (; at < limit; at += 1) {
    const unit = text.charCodeAt(at);
    const isLetter =
      (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f;
    const isOther = at > start && ((unit >= 0x30 && unit <= 0x39) || unit === 0x2d);
    if (!isLetter && !isOther) break;
  }
  return at;
}

/** What stands on the key's line, with what continues it; moves behind it. */
function readBeside(cursor: LineCursor, at: number, indent: number): YamlNode | undefined {
  const { text, end } = cursor;
  const char = text.charAt(at);
  if (char === "[") {
    const list = readFlowSequence(text, at, end);
    advance(cursor);
    return list;
  }
  if (char === '"' || char === "'") {
    const quoted = readQuoted(text, at, end);
    advance(cursor);
    return quoted;
  }
  if (char === "|" || char === ">") return readBlock(cursor, at, indent);
  return beginsPlain(text, at, end) ? readPlain(cursor, at, indent) : undefined;
}

/** The collection on the lines below a key, or null where there is none. */
function readBelow(
  cursor: LineCursor,
  indent: number,
  depth: number,
  keyStart: number,
): YamlNode | undefined {
  advance(cursor);
  skipInsignificant(cursor);
  const inner = atEnd(cursor) ? -1 : indentOf(cursor);
  // A list may stand at its key's own indentation.
  if (inner >= indent && isItem(cursor)) return readSequence(cursor, depth);
  if (inner > indent) return readMapping(cursor, depth + 1);
  return { kind: "scalar", text: "", style: "plain", start: keyStart, end: keyStart };
}

/** Items that are scalars on one line each, or mappings that begin beside the hyphen. */
function readSequence(cursor: LineCursor, depth: number): SequenceNode | undefined {
  const indent = indentOf(cursor);
  const start = cursor.first;
  const items: YamlNode[] = [];
  while (!atEnd(cursor) && indentOf(cursor) === indent && isItem(cursor)) {
    const at = skipSpaces(cursor.text, cursor.first + 1, cursor.end);
    const item = beginsEntry(cursor, at)
      ? readItemMapping(cursor, at, depth)
      : readItemScalar(cursor, at);
    if (item === undefined) return undefined;
    items.push(item);
    skipInsignificant(cursor);
  }
  // What continues an item is indented deeper than the mapping, and refused there.
  return { kind: "sequence", items, start };
}

function beginsEntry({ text, end }: LineCursor, at: number): boolean {
  const keyEnd = endOfKey(text, at, end);
  if (keyEnd === at || keyEnd >= end || text.charCodeAt(keyEnd) !== COLON) return false;
  return keyEnd + 1 === end || text.charCodeAt(keyEnd + 1) === SPACE;
}

/** The hyphen counts as indentation of the mapping behind it. */
function readItemMapping(cursor: LineCursor, at: number, depth: number): MappingNode | undefined {
  cursor.first = at;
  return readMapping(cursor, depth + 2);
}

function readItemScalar(cursor: LineCursor, at: number): ScalarNode | undefined {
  const { text, end } = cursor;
  if (at === end) return undefined;
  const char = text.charAt(at);
  const isQuoted = char === '"' || char === "'";
  if (!isQuoted && !beginsPlain(text, at, end)) return undefined;
  const item = isQuoted ? readQuoted(text, at, end) : readPlainLine(text, at, end);
  advance(cursor);
  return item;
}
