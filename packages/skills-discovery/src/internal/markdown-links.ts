import { cutSegments } from "./markdown-segments.ts";

/** Where a link of a Markdown text leads, as it stands there. */
export interface MarkdownLink {
  readonly destination: string;
  /** UTF-16 offset of the destination. */
  readonly offset: number;
}

/** Parentheses within a destination; a limit keeps the search linear. */
const MAX_PARENTHESES = 32;

/** Longest destination in angle brackets, for the same reason. */
const MAX_WRAPPED_UNITS = 1024;

/**
 * The destinations of inline links, images and reference definitions; not those in code. One
 * pass: each part of the text is looked at a bounded number of times.
 */
export function findLinks(text: string): readonly MarkdownLink[] {
  if (!mayHoldLinks(text)) return [];
  const links: MarkdownLink[] = [];
  for (const { start, end } of cutSegments(text)) {
    const segment = text.slice(start, end);
    if (segment.includes("]:")) findDefinitions(segment, start, links);
    if (segment.includes("](")) findInline(segment, start, links);
  }
  return links.sort((left, right) => left.offset - right.offset);
}

const ADDRESS = /(?:https?:|mailto:|#)/y;

/** Most texts have no links, or none but addresses: they aren't cut at all. */
function mayHoldLinks(text: string): boolean {
  if (text.includes("]:")) return true;
  for (let at = text.indexOf("]("); at !== -1; at = text.indexOf("](", at + 2)) {
    ADDRESS.lastIndex = at + 2;
    if (!ADDRESS.test(text)) return true;
  }
  return false;
}

/** `[label]: destination "title"` on a line of its own; no footnotes. */
const DEFINITION =
  /[ ]{0,3}\[(?!\^)(?:[^[\]\\\n]|\\.){1,999}\]:[ \t]*(<[^<>\n]*>|[^\s<]\S*)[ \t]*(?:(?<=[ \t])(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))[ \t]*)?\r?$/my;

function findDefinitions(segment: string, shift: number, links: MarkdownLink[]): void {
  for (let at = 0; at < segment.length; ) {
    DEFINITION.lastIndex = at;
    const match = DEFINITION.exec(segment);
    if (match?.[1] !== undefined) {
      const offset = segment.indexOf(match[1], segment.indexOf("]:", at) + 2);
      links.push(unwrap(match[1], shift + offset));
    }
    const lineFeed = segment.indexOf("\n", at);
    at = lineFeed === -1 ? segment.length : lineFeed + 1;
  }
}

function unwrap(destination: string, offset: number): MarkdownLink {
  return destination.startsWith("<")
    ? { destination: destination.slice(1, -1), offset: offset + 1 }
    : { destination, offset };
}

function findInline(segment: string, shift: number, links: MarkdownLink[]): void {
  const spans = endsOfCodeSpans(segment);
  let depth = 0;
  for (let at = 0; at < segment.length; at += 1) {
    const char = segment.charAt(at);
    if (char === "\\") {
      at += 1;
    } else if (char === "`") {
      at = (spans.get(at) ?? endOfRun(segment, at)) - 1;
    } else if (char === "<" && segment.startsWith("<!--", at)) {
      const close = segment.indexOf("-->", at + 4);
      if (close === -1) return;
      at = close + 2;
    } else if (char === "[") {
      depth += 1;
    } else if (char === "]" && depth > 0) {
      depth -= 1;
      const link = segment.charAt(at + 1) === "(" ? readDestination(segment, at + 2) : undefined;
      if (link === undefined) continue;
      links.push({ ...link, offset: shift + link.offset });
      at = link.offset + link.destination.length - 1;
    }
  }
}

function endOfRun(segment: string, start: number): number {
  let at = start;
  while (segment.charAt(at) === "`") at += 1;
  return at;
}

/** For each run of backquotes that opens a code span, the unit behind the span. */
function endsOfCodeSpans(segment: string): ReadonlyMap<number, number> {
  const runs: { readonly at: number; readonly length: number }[] = [];
  for (let at = segment.indexOf("`"); at !== -1; at = segment.indexOf("`", at)) {
    const end = endOfRun(segment, at);
    runs.push({ at, length: end - at });
    at = end;
  }
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { at, length } of runs.reverse()) {
    const close = next.get(length);
    if (close !== undefined) ends.set(at, close + length);
    next.set(length, at);
  }
  return ends;
}

/** The destination behind `](`, if what stands there is one and its link is closed. */
function readDestination(segment: string, from: number): MarkdownLink | undefined {
  const at = skipSpace(segment, from);
  if (segment.charAt(at) === "<") return readWrapped(segment, at + 1);
  const end = endOfDestination(segment, at);
  if (end === -1 || !isClosed(segment, end)) return undefined;
  return { destination: segment.slice(at, end), offset: at };
}

/** `<a destination that may have blanks>`. */
function readWrapped(segment: string, start: number): MarkdownLink | undefined {
  const limit = Math.min(segment.length, start + MAX_WRAPPED_UNITS);
  for (let at = start; at < limit; at += 1) {
    const char = segment.charAt(at);
    if (char === "<" || char === "\n") return undefined;
    if (char === "\\") at += 1;
    if (char !== ">") continue;
    if (!isClosed(segment, at + 1)) return undefined;
    return { destination: segment.slice(start, at), offset: start };
  }
  return undefined;
}

function endOfDestination(segment: string, start: number): number {
  let depth = 0;
  for (let at = start; at < segment.length; at += 1) {
    const char = segment.charAt(at);
    if (char === "\\") at += 1;
    else if (char <= " ") return depth === 0 ? at : -1;
    else if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    if (depth < 0) return at;
    if (depth > MAX_PARENTHESES) return -1;
  }
  return -1;
}

/** Whether the link closes here, or goes on with a title. */
function isClosed(segment: string, from: number): boolean {
  const at = skipSpace(segment, from);
  const char = segment.charAt(at);
  return char === ")" || (at > from && (char === '"' || char === "'" || char === "("));
}

function skipSpace(segment: string, from: number): number {
  let at = from;
  while (at < segment.length && " \t\r\n".includes(segment.charAt(at))) at += 1;
  return at;
}
