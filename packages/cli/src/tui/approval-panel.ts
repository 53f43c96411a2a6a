import type { ApprovalDecision, ApprovalRequest } from "@alisio/agent";
import { neutralLines } from "../output/neutral.ts";
import type { LineStyle } from "./event-lines.ts";
import type { Key } from "./keys.ts";
import type { Drawn, Panel } from "./panel.ts";
import { columnsOf, cutEnd, inline, wrap } from "./text.ts";

/**
 * Keys that come within this time after another one, or after the question appeared, answer nothing:
 * somebody who is writing must not allow what they have not read.
 */
const ARMING_MS = 500;

/** What a question works with. */
export interface ApprovalPanelOptions {
  readonly request: ApprovalRequest;
  /** Calls that wait for their own question. */
  readonly waiting: () => number;
  readonly answer: (decision: ApprovalDecision) => void;
  readonly redraw: () => void;
  readonly setTimer: (run: () => void, ms: number) => () => void;
}

const CHOICES: readonly {
  readonly decision: ApprovalDecision;
  readonly letter: string;
  readonly text: string;
}[] = [
  { decision: "deny", letter: "n", text: "deny" },
  { decision: "once", letter: "y", text: "allow once" },
  { decision: "session", letter: "s", text: "allow until this process ends" },
];

/** Asks whether a call may run. Enter and Esc deny until something else was chosen. */
export function createApprovalPanel(options: ApprovalPanelOptions): Panel & { close(): void } {
  let selected = 0;
  let top = 0;
  let isArmed = false;
  let isAnswered = false;
  let cancel = (): void => {};
  const arm = (): void => {
    cancel();
    cancel = options.setTimer(() => {
      isArmed = true;
      options.redraw();
    }, ARMING_MS);
  };
  arm();
  const answer = (decision: ApprovalDecision): void => {
    if (isAnswered) return;
    isAnswered = true;
    cancel();
    options.answer(decision);
  };
  return {
    close: () => cancel(),
    draw(look, rows) {
      const drawn = draw(options, { selected, top, isArmed }, look, rows);
      top = drawn.top;
      return drawn;
    },
    press(key) {
      if (isDenial(key)) answer("deny");
      else if (!isArmed) {
        arm();
        // Somebody is writing: their letters belong to what they write.
        return key.type === "key" && key.name === "enter";
      } else pick(key);
      return true;
    },
  };

  function pick(key: Key): void {
    if (key.type === "text") {
      const choice = CHOICES.find(({ letter }) => letter === key.text.toLowerCase());
      if (choice) answer(choice.decision);
    } else if (key.type === "key") {
      if (key.name === "enter") answer(CHOICES[selected]?.decision ?? "deny");
      else if (key.name === "tab" || key.name === "right")
        selected = (selected + 1) % CHOICES.length;
      else if (key.name === "left") selected = (selected + CHOICES.length - 1) % CHOICES.length;
      else top = Math.max(0, top + (SCROLL[key.name] ?? 0));
    }
  }
}

const SCROLL: Readonly<Record<string, number>> = { up: -1, down: 1, "page-up": -5, "page-down": 5 };

function isDenial(key: Key): boolean {
  if (key.type === "key") return key.name === "escape";
  return key.type === "chord" && key.modifier === "ctrl" && "cd".includes(key.letter);
}

function draw(
  { request, waiting }: ApprovalPanelOptions,
  state: { readonly selected: number; readonly top: number; readonly isArmed: boolean },
  look: LineStyle,
  rows: number,
): Drawn & { readonly top: number } {
  const { style, columns, marks } = look;
  const more = waiting();
  const title = `May ${inline(request.tool)} ${VERBS[request.effect]}?${more > 0 ? ` (${more} more wait)` : ""}`;
  const outside =
    request.directory === undefined
      ? []
      : wrap(`Outside the workspace, the directory ${inline(request.directory)}`, columns - 2)
          .slice(0, 3)
          .map((line) => style.yellow(`  ${line}`));
  // A command's invisible characters stay visible: what is allowed is what is read.
  const detail = wrap(neutralLines(request.detail), columns - 2).map((line) => `  ${line}`);
  // What is asked about comes before answers in full.
  const choices = choiceLines(state, look, rows - outside.length >= CHOICES.length + 4);
  const room = Math.max(1, rows - 1 - choices.length - outside.length);
  const fits = detail.length <= room;
  const listed = fits ? detail.length : Math.max(1, room - 1);
  const top = Math.min(state.top, Math.max(0, detail.length - listed));
  const place = fits
    ? []
    : [
        style.dim(
          cutEnd(
            `  ${marks.more} lines ${top + 1} to ${top + listed} of ${detail.length} (up, down)`,
            columns,
          ),
        ),
      ];
  return {
    lines: [
      style.bold(style.yellow(cutEnd(`${marks.note} ${title}`, columns))),
      ...outside,
      ...detail.slice(top, top + listed),
      ...place,
      ...choices,
    ].slice(-rows),
    top,
  };
}

/** The answers in one row, or below each other where the terminal is narrow and high enough. */
function choiceLines(
  state: { readonly selected: number; readonly isArmed: boolean },
  { style, marks, columns }: LineStyle,
  hasRows: boolean,
): string[] {
  if (!state.isArmed) return [style.dim(cutEnd("  (answer when you have read it)", columns))];
  const plain = CHOICES.map(({ letter, text }, index) =>
    index === state.selected ? `${marks.selected}${letter} ${text}` : ` ${letter} ${text}`,
  );
  const isWhole = columnsOf(` ${plain.join("  ")}`) <= columns;
  if (!isWhole && !hasRows) return [cutEnd(` ${plain.join("  ")}`, columns)];
  const shown = plain.map((text, index) => (index === state.selected ? style.bold(text) : text));
  return isWhole ? [` ${shown.join("  ")}`] : shown.map((text) => ` ${text}`);
}

const VERBS = {
  none: "run",
  read: "read outside the workspace",
  write: "write",
  process: "start a process",
} as const;
