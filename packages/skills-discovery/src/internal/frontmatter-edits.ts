import type { Frontmatter } from "./frontmatter.ts";
import type { ScalarRepair } from "./repair-scalars.ts";
import { quoteScalar } from "./yaml-quote.ts";
import { entryOf, isNull, type MappingNode, scalarType, type YamlNode } from "./yaml-tree.ts";

/** A replacement of a stretch of text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with edits, which are in order and don't overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, text: inserted } of edits) {
    result += text.slice(from, start) + inserted;
    from = end;
  }
  return result + text.slice(from);
}

/** Quotes for scalars that had to be repaired, and for names and descriptions of other types. */
export function quotingEdits(frontmatter: Frontmatter): readonly TextEdit[] {
  const { mapping, repairs = [] } = frontmatter;
  if (mapping === undefined) return [];
  const edits = repairs.map(quoteRepair);
  for (const field of ["name", "description"]) {
    const value = entryOf(mapping, field)?.value;
    if (value?.kind !== "scalar" || isNull(value) || scalarType(value) === "text") continue;
    edits.push({ start: value.start, end: value.end, text: quoteScalar(value.text) });
  }
  return edits.sort((left, right) => left.start - right.start);
}

function quoteRepair({ start, end, indentation, text }: ScalarRepair): TextEdit {
  const quoted = quoteScalar(text);
  if (indentation === null) return { start, end, text: quoted };
  return { start: indentation.start, end, text: " ".repeat(indentation.width) + quoted };
}

/** Removes blanks at the ends of lines, but for those that may belong to a scalar. */
export function blankEdits(text: string, mapping: MappingNode): readonly TextEdit[] {
  const kept = scalarRanges(mapping);
  const edits: TextEdit[] = [];
  let next = 0;
  for (const match of text.matchAll(/(?<![ \t])[ \t]+(?=\r?\n|\r)/g)) {
    const start = match.index;
    while (next < kept.length && (kept[next]?.end ?? 0) <= start) next += 1;
    const range = kept[next];
    if (range !== undefined && range.start <= start) continue;
    edits.push({ start, end: start + match[0].length, text: "" });
  }
  return edits;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where quoted and block scalars lie, in order. */
function scalarRanges(node: YamlNode): readonly Range[] {
  if (node.kind === "scalar") return node.style === "plain" ? [] : [node];
  const children = node.kind === "mapping" ? node.entries.map(({ value }) => value) : node.items;
  return children.flatMap(scalarRanges);
}

/** Whether two trees hold the same, wherever and in whatever quotes it stands. */
export function holdSame(left: YamlNode, right: YamlNode): boolean {
  if (left.kind === "scalar")
    return right.kind === "scalar" && left.text === right.text && isNull(left) === isNull(right);
  if (left.kind === "sequence") {
    return (
      right.kind === "sequence" &&
      left.items.length === right.items.length &&
      left.items.every((item, index) => holdSameAt(item, right.items[index]))
    );
  }
  return (
    right.kind === "mapping" &&
    left.entries.length === right.entries.length &&
    left.entries.every(({ key, value }, index) => {
      const other = right.entries[index];
      return other?.key === key && holdSameAt(value, other.value);
    })
  );
}

function holdSameAt(left: YamlNode, right: YamlNode | undefined): boolean {
  return right !== undefined && holdSame(left, right);
}
