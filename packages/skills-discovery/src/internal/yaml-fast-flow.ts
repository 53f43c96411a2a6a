import { skipSpaces, trimSpaces } from "./yaml-fast-lines.ts";
import { readQuotedPart } from "./yaml-fast-scalars.ts";
import type { MappingNode, ScalarNode, SequenceNode } from "./yaml-tree.ts";

/** Plain scalars of these alone mean what they show, between brackets as anywhere. */
const TAME = /[A-Za-z0-9_(/][A-Za-z0-9_(/)*+. -]*/y;

/** What an item of a list in brackets can be here. */
type Item = ScalarNode | MappingNode;

/**
 * A list in brackets that fills what is left of its line: of quoted and tame plain scalars, and
 * of single `key: value` pairs of tame ones.
 */
export function readFlowSequence(
  text: string,
  start: number,
  lineEnd: number,
): SequenceNode | undefined {
  const items: Item[] = [];
  let at = skipSpaces(text, start + 1, lineEnd);
  while (items.length > 0 || text.charAt(at) !== "]") {
    const read = readItem(text, at, lineEnd);
    if (read === undefined) return undefined;
    items.push(read.item);
    at = skipSpaces(text, read.end, lineEnd);
    if (text.charAt(at) !== ",") break;
    at = skipSpaces(text, at + 1, lineEnd);
  }
  const isClosed = at < lineEnd && text.charAt(at) === "]";
  if (!isClosed || skipSpaces(text, at + 1, lineEnd) !== lineEnd) return undefined;
  return { kind: "sequence", items, start };
}

function readItem(
  text: string,
  start: number,
  lineEnd: number,
): { readonly item: Item; readonly end: number } | undefined {
  const char = text.charAt(start);
  const isQuoted = char === '"' || char === "'";
  const first = isQuoted ? readQuotedPart(text, start, lineEnd) : readTame(text, start);
  if (first === undefined) return undefined;
  if (isQuoted || text.charAt(first.end) !== ":") return { item: first, end: first.end };
  if (text.charAt(first.end + 1) !== " ") return undefined;
  const value = readTame(text, skipSpaces(text, first.end + 1, lineEnd));
  if (value === undefined) return undefined;
  const entry = { key: first.text, keyStart: start, value };
  return { item: { kind: "mapping", entries: [entry], start }, end: value.end };
}

function readTame(text: string, start: number): ScalarNode | undefined {
  TAME.lastIndex = start;
  const match = TAME.exec(text);
  if (match === null) return undefined;
  const end = trimSpaces(text, start, start + match[0].length);
  return { kind: "scalar", text: text.slice(start, end), style: "plain", start, end };
}
