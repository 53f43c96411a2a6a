import type { Suggestion } from "./commands.ts";
import { EDITS, type Editor, EMPTY_EDITOR, editorOf, insert, moveByRow, typed } from "./editor.ts";
import type { PromptHistory } from "./history.ts";
import type { Key } from "./keys.ts";
import type { Pastes } from "./pasted.ts";
import { lineColumns, type Screen } from "./screen.ts";

/** What keys work on. */
export interface KeyDesk {
  readonly screen: Screen;
  readonly history: PromptHistory;
  readonly pastes: Pastes;
  readonly submit: (line: string) => void;
  /** What a line that is being written could become. */
  readonly suggest: (line: string) => readonly Suggestion[];
  /** False where nothing runs. */
  readonly interrupt: () => boolean;
  readonly exit: () => void;
  readonly suspend: () => void;
  readonly now: () => number;
}

/** A second Ctrl-C within this time leaves. */
const EXIT_WINDOW_MS = 2000;
const EXIT_HINT = "Ctrl+C again leaves";

/** Makes what a key does. */
export function createKeyHandler(desk: KeyDesk): (key: Key) => void {
  const { screen } = desk;
  let exitUntil = 0;
  return (key) => {
    if (isCtrl(key, "c")) {
      if (desk.interrupt() || closePanel(screen)) {
        exitUntil = 0;
      } else if (screen.editor.text !== "") {
        setEditor(desk, EMPTY_EDITOR);
      } else if (desk.now() < exitUntil) {
        return desk.exit();
      } else {
        exitUntil = desk.now() + EXIT_WINDOW_MS;
        screen.hint = EXIT_HINT;
      }
      return screen.redraw();
    }
    screen.hint = "";
    if (isCtrl(key, "z")) return desk.suspend();
    if (!screen.panel?.press(key)) pressPrompt(desk, key);
    screen.redraw();
  };
}

const isCtrl = (key: Key, letter: string): boolean =>
  key.type === "chord" && key.modifier === "ctrl" && key.letter === letter;

function closePanel(screen: Screen): boolean {
  if (!screen.panel) return false;
  screen.openPanel(undefined);
  return true;
}

function setEditor(desk: KeyDesk, editor: Editor): void {
  const { screen } = desk;
  const isSame = editor.text === screen.editor.text;
  screen.editor = editor;
  if (isSame) return;
  screen.suggestions = desk.suggest(editor.text);
  screen.suggested = 0;
}

function pressPrompt(desk: KeyDesk, key: Key): void {
  const { editor } = desk.screen;
  if (key.type === "text") setEditor(desk, insert(editor, typed(key.text)));
  else if (key.type === "paste") setEditor(desk, insert(editor, desk.pastes.fold(typed(key.text))));
  else if (key.type === "chord") pressChord(desk, key);
  else pressNamed(desk, key);
}

const CTRL_EDITS: Readonly<Record<string, keyof typeof EDITS>> = {
  a: "home",
  e: "end",
  b: "left",
  f: "right",
  k: "deleteToEnd",
  u: "deleteToStart",
  w: "deleteWord",
};
const ALT_EDITS: Readonly<Record<string, keyof typeof EDITS>> = { b: "wordLeft", f: "wordRight" };

function pressChord(desk: KeyDesk, key: Extract<Key, { type: "chord" }>): void {
  const { screen } = desk;
  if (key.modifier === "ctrl" && key.letter === "d") {
    if (screen.editor.text === "") desk.exit();
    else setEditor(desk, EDITS.delete(screen.editor));
    return;
  }
  if (key.modifier === "ctrl" && key.letter === "p") {
    goUp(desk);
    return;
  }
  if (key.modifier === "ctrl" && key.letter === "n") {
    goDown(desk);
    return;
  }
  const edit = (key.modifier === "ctrl" ? CTRL_EDITS : ALT_EDITS)[key.letter];
  if (edit) setEditor(desk, EDITS[edit](screen.editor));
}

function pressNamed(desk: KeyDesk, key: Extract<Key, { type: "key" }>): void {
  const { screen } = desk;
  const { editor } = screen;
  const byWord = key.ctrl || key.alt;
  switch (key.name) {
    case "enter":
      pressEnter(desk);
      return;
    case "newline":
      setEditor(desk, insert(editor, "\n"));
      return;
    case "tab":
      complete(desk, key.shift);
      return;
    case "escape":
      if (screen.suggestions.length > 0) screen.suggestions = [];
      else desk.interrupt();
      return;
    case "up":
      goUp(desk);
      return;
    case "down":
      goDown(desk);
      return;
    case "left":
    case "right": {
      const word = key.name === "left" ? EDITS.wordLeft : EDITS.wordRight;
      setEditor(desk, (byWord ? word : EDITS[key.name])(editor));
      return;
    }
    case "backspace":
      setEditor(desk, deleteBack(desk, byWord));
      return;
    case "home":
    case "end":
    case "delete":
      setEditor(desk, EDITS[key.name](editor));
      return;
  }
}

/** A character, a word, or a whole paste. */
function deleteBack({ screen: { editor }, pastes }: KeyDesk, byWord: boolean): Editor {
  const { text, cursor } = editor;
  const from = cursor - pastes.markAtEnd(text.slice(0, cursor)).length;
  if (from < cursor) return { text: text.slice(0, from) + text.slice(cursor), cursor: from };
  return (byWord ? EDITS.deleteWord : EDITS.backspace)(editor);
}

function pressEnter(desk: KeyDesk): void {
  const { screen, history, pastes } = desk;
  const { editor } = screen;
  const { text, cursor } = editor;
  if (text[cursor - 1] === "\\" && cursor === text.length) {
    setEditor(desk, insert(EDITS.backspace(editor), "\n"));
    return;
  }
  const chosen = screen.suggestions[screen.suggested];
  // A command that was chosen and takes nothing is sent; one that takes something waits for it.
  if (chosen && chosen.line !== text && !text.includes(" ")) {
    if (chosen.line.endsWith(" ") || chosen.line.endsWith(":")) {
      if (chosen.line.trimEnd() !== text) {
        setEditor(desk, editorOf(chosen.line));
        return;
      }
    } else {
      setEditor(desk, EMPTY_EDITOR);
      history.add(chosen.line);
      desk.submit(chosen.line);
      return;
    }
  }
  if (text.trim() === "") return;
  setEditor(desk, EMPTY_EDITOR);
  history.add(text);
  desk.submit(pastes.unfold(text));
}

function complete(desk: KeyDesk, backwards: boolean): void {
  const { screen } = desk;
  const { suggestions } = screen;
  const chosen = suggestions[screen.suggested];
  if (!chosen) return;
  if (backwards)
    screen.suggested = (screen.suggested + suggestions.length - 1) % suggestions.length;
  else setEditor(desk, editorOf(chosen.line));
}

function goUp(desk: KeyDesk): void {
  const { screen, history } = desk;
  if (screen.suggestions.length > 1) {
    screen.suggested =
      (screen.suggested + screen.suggestions.length - 1) % screen.suggestions.length;
    return;
  }
  const moved = moveByRow(screen.editor, fieldColumns(screen), -1);
  if (moved) {
    setEditor(desk, moved);
    return;
  }
  const earlier = history.previous(screen.editor.text);
  if (earlier !== undefined) recall(desk, earlier);
}

function goDown(desk: KeyDesk): void {
  const { screen, history } = desk;
  if (screen.suggestions.length > 1) {
    screen.suggested = (screen.suggested + 1) % screen.suggestions.length;
    return;
  }
  const moved = moveByRow(screen.editor, fieldColumns(screen), 1);
  if (moved) {
    setEditor(desk, moved);
    return;
  }
  const later = history.next();
  if (later !== undefined) recall(desk, later);
}

/** An earlier prompt that begins with `/` opens no list: the arrows go on through the history. */
function recall(desk: KeyDesk, text: string): void {
  setEditor(desk, editorOf(text));
  desk.screen.suggestions = [];
}

/** Columns of the prompt's field: without the mark in front of it. */
function fieldColumns(screen: Screen): number {
  return lineColumns(screen.size.columns) - 2;
}
