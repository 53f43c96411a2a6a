import { COMMANDS } from "./commands.ts";
import type { LineStyle } from "./event-lines.ts";
import { columnsOf, wrap } from "./text.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["Enter", "send; Alt+Enter, Ctrl+J or a \\ before Enter begins a new line"],
  ["Tab, up, down", "choose a command while one is typed; else earlier prompts"],
  ["Esc, Ctrl+C", "interrupt the agent; Ctrl+C twice, or Ctrl+D, leaves"],
  ["Ctrl+A, E, K, U, W", "begin and end of a line; delete to its end, begin, a word"],
];

/** `/help`: commands and keys. */
export function showHelp({ style, columns }: LineStyle): string[] {
  const rows = COMMANDS.map(
    ({ name, usage, summary }) =>
      [`/${name}${usage && (name.endsWith(":") ? usage : ` ${usage}`)}`, summary] as const,
  );
  return [
    style.bold("Commands"),
    ...table(rows, columns),
    style.bold("Keys"),
    ...table(KEYS, columns),
    ...wrap("A prompt that begins with / can be sent with a blank in front.", columns),
  ];
}

/** Two columns; where there is little room, what is explained stands below its name. */
function table(rows: readonly (readonly [string, string])[], columns: number): string[] {
  const wide = Math.min(24, ...[Math.max(...rows.map(([name]) => columnsOf(name)))]);
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, columns - wide - 4);
    const [first = "", ...others] = lines;
    const indent = " ".repeat(wide + 4);
    if (columnsOf(name) > wide) return [`  ${name}`, ...lines.map((line) => indent + line)];
    return [`  ${name.padEnd(wide)}  ${first}`, ...others.map((line) => indent + line)];
  });
}
