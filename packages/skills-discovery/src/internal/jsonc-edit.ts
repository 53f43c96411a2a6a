import type { Node } from "jsonc-parser";

/** A piece of text to replace. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const backwards = [...edits].sort((left, right) => right.start - left.start);
  return backwards.reduce(
    (result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end),
    text,
  );
}

/** How a file is laid out. */
export interface Layout {
  readonly eol: string;
  readonly indent: string;
}

/** Line end and indentation as the file has them; a line feed and two spaces for a new one. */
export function layoutOf(text: string, root: Node | undefined): Layout {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const [first] = root?.children ?? [];
  const indent = first === undefined ? undefined : indentBefore(text, first.offset);
  return { eol, indent: indent || "  " };
}

/** What indents a line, if nothing but it stands before an offset. */
function indentBefore(text: string, offset: number): string | undefined {
  const lineStart =
    Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const before = text.slice(lineStart, offset);
  return lineStart > 0 && /^[ \t]*$/.test(before) ? before : undefined;
}

/** What indents the line that an offset is on. */
function lineIndent(text: string, offset: number): string {
  const lineStart =
    Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/**
 * Adds a property at the end of an object. Comments stay with what they stand beside.
 *
 * @param value - The value's text, given what indents the property; undefined for one line.
 */
export function insertProperty(
  text: string,
  object: Node,
  name: string,
  value: (indent: string | undefined) => string,
  layout: Layout,
): readonly TextEdit[] {
  const closing = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  if (last === undefined) return fillObject(text, object, closing, { name, value, layout });
  const end = last.offset + last.length;
  const { comma, place } = afterProperty(text, end);
  const isOneLine = !/[\r\n]/.test(text.slice(object.offset, last.offset));
  if (isOneLine) {
    const property = ` ${name}: ${value(undefined)}`;
    if (comma !== undefined) return [{ start: comma, end: comma, text: `${property},` }];
    return [{ start: end, end, text: `,${property}` }];
  }
  const indent = indentBefore(text, last.offset) ?? lineIndent(text, closing) + layout.indent;
  const property = `${layout.eol}${indent}${name}: ${value(indent)}`;
  if (comma !== undefined) return [{ start: place, end: place, text: `${property},` }];
  if (place === end) return [{ start: end, end, text: `,${property}` }];
  return [
    { start: end, end, text: "," },
    { start: place, end: place, text: property },
  ];
}

/** Adds the first property; comments in the object stay above it. */
function fillObject(
  text: string,
  object: Node,
  closing: number,
  property: {
    readonly name: string;
    readonly value: (indent: string | undefined) => string;
    readonly layout: Layout;
  },
): readonly TextEdit[] {
  const { name, value, layout } = property;
  const outer = lineIndent(text, object.offset);
  const indent = outer + layout.indent;
  const kept = text.slice(object.offset + 1, closing).trimEnd();
  const start = object.offset + 1 + kept.length;
  const added = `${layout.eol}${indent}${name}: ${value(indent)}${layout.eol}${outer}`;
  return [{ start, end: closing, text: added }];
}

/** Where the comma behind a property ends, and where the rest of its line's comments do. */
function afterProperty(
  text: string,
  end: number,
): { readonly comma: number | undefined; readonly place: number } {
  let comma: number | undefined;
  let place = end;
  let isSameLine = true;
  for (let at = end; at < text.length; ) {
    const char = text[at];
    const comment = char === "/" ? commentEnd(text, at) : undefined;
    if (comment !== undefined) {
      at = comment;
      if (isSameLine) place = at;
    } else if (char === "," && comma === undefined) {
      at += 1;
      comma = at;
      place = at;
      isSameLine = true;
    } else if (char === "\n" || char === "\r") {
      at += 1;
      isSameLine = false;
    } else if (char === " " || char === "\t") {
      at += 1;
    } else {
      break;
    }
  }
  return { comma, place };
}

function commentEnd(text: string, start: number): number {
  const [close, extra] = text[start + 1] === "*" ? ["*/", 2] : ["\n", 0];
  const end = text.indexOf(close, start + 2);
  if (end === -1) return text.length;
  return extra === 0 && text[end - 1] === "\r" ? end - 1 : end + extra;
}

/** Takes a property out, with its comma, and with its line where nothing else stands on it. */
export function removeProperty(text: string, object: Node, property: Node): readonly TextEdit[] {
  const end = property.offset + property.length;
  const { comma } = afterProperty(text, end);
  const edits = [wholeLine(text, property.offset, comma ?? end)];
  const siblings = object.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  if (comma !== undefined || previous === undefined) return edits;
  // The last one without a comma: the comma before it would be left dangling.
  const before = afterProperty(text, previous.offset + previous.length).comma;
  return before === undefined ? edits : [...edits, { start: before - 1, end: before, text: "" }];
}

function wholeLine(text: string, start: number, end: number): TextEdit {
  const indent = indentBefore(text, start);
  const rest = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(end))?.[0];
  if (indent === undefined || rest === undefined) {
    const gap = /^ /.test(text.slice(end)) && /[ \t{]$/.test(text.slice(0, start)) ? 1 : 0;
    return { start, end: end + gap, text: "" };
  }
  return { start: start - indent.length, end: end + rest.length, text: "" };
}
