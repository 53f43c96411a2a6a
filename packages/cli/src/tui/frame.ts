import type { OpenedRunner } from "../agent/runner-flags.ts";
import { layoutEditor } from "./editor.ts";
import type { LineStyle } from "./event-lines.ts";
import { type Drawn, visibleFrom } from "./panel.ts";
import type { Screen } from "./screen.ts";
import { contextBar, settingsLine } from "./status-lines.ts";
import { cell, columnsOf, cutEnd, inline, wrap } from "./text.ts";
import type { Phase } from "./types.ts";

/** What the live region shows besides the screen's own state. */
export interface FrameOptions {
  readonly opened: OpenedRunner;
  readonly waiting: readonly string[];
  readonly look: LineStyle;
  readonly nowMs: number;
}

/** The live region: its parts from top to bottom, and the cursor's place in it. */
export interface Frame {
  readonly live: readonly string[];
  readonly middle: readonly string[];
  readonly status: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number } | undefined;
}

/** Rows of the prompt's field at most. */
const MAX_FIELD_ROWS = 8;
const MAX_SUGGESTIONS = 6;
/** Rows of a running tool's output that are shown. */
const MAX_OUTPUT_ROWS = 3;

/**
 * Draws the live region: always at least two rows lower than the terminal, so that nothing above it
 * ever has to be cleared. What has the least to say is left out first.
 */
export function drawFrame(screen: Screen, options: FrameOptions): Frame {
  const { look } = options;
  const most = Math.max(3, screen.size.rows - 2);
  const status = statusLines(screen, options).slice(0, most >= 8 ? 2 : most >= 5 ? 1 : 0);
  const room = most - status.length;
  const { panel } = screen;
  const middle = panel
    ? panel.draw(look, Math.max(2, Math.min(room, panelRows(screen))))
    : drawPrompt(screen, look, room);
  const live = drawLive(screen, options).slice(-Math.max(0, room - middle.lines.length));
  const isShown = middle.lines.length <= room;
  return {
    live: room > middle.lines.length ? live : [],
    middle: middle.lines.slice(0, room),
    status,
    cursor:
      middle.cursor && isShown
        ? {
            row: (room > middle.lines.length ? live.length : 0) + middle.cursor.row,
            column: middle.cursor.column,
          }
        : undefined,
  };
}

/** A panel leaves room for what goes on above it. */
function panelRows({ size, isAsking }: Screen): number {
  return isAsking ? Math.max(6, Math.floor(size.rows * 0.6)) : Math.max(6, size.rows - 6);
}

const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  idle: "",
  running: "working (Esc interrupts)",
  interrupting: "interrupting ...",
  compacting: "compacting (Esc interrupts)",
};

function drawLive(screen: Screen, { look, waiting, nowMs }: FrameOptions): string[] {
  const { columns, marks, style } = look;
  const tail = screen.answer.tail;
  const tools = [...screen.tools.values()].flatMap((tool) => {
    const elapsed = Math.floor((nowMs - tool.startedAtMs) / 1000);
    const time = elapsed >= 1 ? ` ${elapsed} s` : "";
    const head = `${marks.running} ${cutEnd(`${tool.tool} ${tool.preview}`, columns - time.length - 3)}${time}`;
    const output = tool.output.trimEnd();
    const rows = output === "" ? [] : wrap(output, columns - 2).slice(-MAX_OUTPUT_ROWS);
    return [style.yellow(head), ...rows.map((row) => style.dim(`  ${row}`))];
  });
  const queued = waiting.map((prompt) =>
    style.dim(cutEnd(`${marks.note} waits: ${inline(prompt)}`, columns)),
  );
  const words = PHASE_WORDS[screen.phase];
  return [
    ...(tail === "" ? [] : wrap(tail, columns)),
    ...tools,
    ...queued,
    ...(words === "" ? [] : [style.dim(`${marks.note} ${words}`)]),
  ];
}

/** The field, and what its line could become. */
function drawPrompt(screen: Screen, look: LineStyle, room: number): Drawn {
  const { columns, marks, style } = look;
  const mark = `${marks.prompt} `;
  const layout = layoutEditor(screen.editor, columns - mark.length);
  const most = Math.max(1, Math.min(MAX_FIELD_ROWS, room - 2));
  const from = visibleFrom(layout.row, layout.rows.length, most);
  const shown = layout.rows.slice(from, from + most);
  const field = shown.map(
    (row, index) => `${index === 0 ? style.bold(mark) : " ".repeat(mark.length)}${row}`,
  );
  const hint = screen.hint === "" ? [] : [style.dim(cutEnd(screen.hint, columns))];
  const left = Math.max(0, Math.min(MAX_SUGGESTIONS, room - field.length - hint.length - 1));
  return {
    lines: [...field, ...suggestionLines(screen, look, left), ...hint],
    cursor: { row: layout.row - from, column: mark.length + layout.column },
  };
}

function suggestionLines(screen: Screen, look: LineStyle, most: number): string[] {
  const { columns, marks, style } = look;
  const { suggestions, suggested } = screen;
  if (suggestions.length === 0 || most <= 0) return [];
  const from = visibleFrom(suggested, suggestions.length, most);
  const listed = suggestions.slice(from, from + most);
  const wide = Math.min(
    34,
    Math.floor(columns / 2),
    Math.max(...listed.map(({ label }) => columnsOf(inline(label)))),
  );
  return listed.map(({ label, summary }, index) => {
    const isSelected = from + index === suggested;
    const line =
      `${isSelected ? marks.selected : " "} ${cell(inline(label), wide)}  ${cutEnd(inline(summary), Math.max(0, columns - wide - 4))}`.trimEnd();
    return isSelected ? style.bold(line) : style.dim(line);
  });
}

function statusLines(screen: Screen, { opened, look }: FrameOptions): string[] {
  const { style } = look;
  const bar = contextBar(opened.runner, look);
  const settings = settingsLine(opened.runner, opened.model, look);
  return screen.isAsking ? [bar] : [bar, style.dim(settings)];
}
