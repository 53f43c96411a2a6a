import type { Key } from "./keys.ts";
import { moved, type Panel, visibleFrom } from "./panel.ts";
import { cell, cutEnd, inline } from "./text.ts";
import type { SessionChoice } from "./types.ts";

/** What `/sessions` works with. */
export interface SessionsPanelOptions {
  readonly sessions: readonly SessionChoice[];
  readonly current: string;
  readonly now: number;
  readonly choose: (id: string) => void;
  readonly close: () => void;
}

const PAGE = 5;
const ID_COLUMNS = 8;

/** `/sessions`: choose one with the arrows and Enter. */
export function createSessionsPanel(options: SessionsPanelOptions): Panel {
  const { sessions, current } = options;
  let selected = Math.max(
    0,
    sessions.findIndex(({ id }) => id === current),
  );
  return {
    draw(look, rows) {
      const { style, marks, columns } = look;
      const most = Math.max(1, rows - 2);
      const from = visibleFrom(selected, sessions.length, most);
      const list = sessions.slice(from, from + most).map((session, index) => {
        const isSelected = from + index === selected;
        const mark =
          session.id === current ? "(this one)" : age(options.now - session.modifiedAtMs);
        const head = `${isSelected ? marks.selected : " "} ${cell(inline(session.id).slice(0, ID_COLUMNS), ID_COLUMNS)} ${cell(mark, 11)} `;
        const line =
          head + cutEnd(inline(session.title ?? "(no prompt yet)"), columns - ID_COLUMNS - 15);
        return isSelected ? style.bold(line) : line;
      });
      return {
        lines: [
          style.bold(cutEnd(`Sessions of this directory: ${sessions.length}`, columns)),
          ...(sessions.length === 0 ? ["  none yet"] : list),
          style.dim(cutEnd(`Enter opens ${marks.dot} Esc closes`, columns)),
        ].slice(0, rows),
      };
    },
    press(key: Key) {
      const target = moved(key, selected, sessions.length, PAGE);
      if (target !== undefined) selected = target;
      else if (key.type === "key" && key.name === "enter") {
        const session = sessions[selected];
        options.close();
        if (session) options.choose(session.id);
      } else if (isClosing(key)) options.close();
      return true;
    },
  };
}

function isClosing(key: Key): boolean {
  if (key.type === "key") return key.name === "escape";
  return key.type === "chord" && key.modifier === "ctrl" && "cdg".includes(key.letter);
}

/** How long ago, in the largest unit that says enough. */
export function age(elapsedMs: number): string {
  const minutes = Math.floor(Math.max(0, elapsedMs) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
