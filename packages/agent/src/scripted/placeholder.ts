/**
 * A value out of an earlier result: `{{read_file:src/a.ts#sha256}}` is the field `sha256` of the last
 * good result of `read_file` that has one and whose call has an argument that is `src/a.ts`; without
 * `:...` of any call of that tool.
 */
export interface Placeholder {
  /** As it stands in the script. */
  readonly source: string;
  readonly tool: string;
  readonly argument: string | undefined;
  /** Names of fields, outermost first. */
  readonly field: readonly string[];
}

/** A text in pieces: plain ones and placeholders, or what is wrong with it. */
export type TemplateText =
  | { readonly parts: readonly (string | Placeholder)[] }
  | { readonly problem: string };

const OPEN = "{{";
const CLOSE = "}}";

/** Finds the placeholders of a text. A `{{` always begins one. */
export function parseTemplate(text: string): TemplateText {
  const parts: (string | Placeholder)[] = [];
  let index = 0;
  while (true) {
    const start = text.indexOf(OPEN, index);
    if (start < 0) break;
    if (start > index) parts.push(text.slice(index, start));
    const end = text.indexOf(CLOSE, start);
    if (end < 0) return { problem: `a placeholder begins with ${OPEN} but does not end` };
    const source = text.slice(start, end + CLOSE.length);
    const placeholder = parsePlaceholder(source);
    if (placeholder === undefined) {
      return { problem: `${source} is no placeholder: write {{tool:argument#field}}` };
    }
    parts.push(placeholder);
    index = end + CLOSE.length;
  }
  if (index < text.length) parts.push(text.slice(index));
  return { parts };
}

function parsePlaceholder(source: string): Placeholder | undefined {
  const inner = source.slice(OPEN.length, -CLOSE.length);
  const hash = inner.lastIndexOf("#");
  const field = inner.slice(hash + 1).split(".");
  const call = inner.slice(0, Math.max(hash, 0));
  const colon = call.indexOf(":");
  const tool = colon < 0 ? call : call.slice(0, colon);
  if (hash < 0 || tool === "" || field.some((name) => name === "")) return undefined;
  return { source, tool, argument: colon < 0 ? undefined : call.slice(colon + 1), field };
}
