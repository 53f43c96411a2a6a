import { grouped } from "./text.ts";

/** From this length on a paste stands in the field as one short mark. */
export const FOLDED_PASTE_CHARACTERS = 2000;

/** Long pastes: a mark in the field, the whole text in the prompt. */
export interface Pastes {
  /** What to put into the field. */
  fold(text: string): string;
  /** The prompt with every mark replaced by what was pasted. */
  unfold(text: string): string;
  /** The mark that the text ends with, or nothing: it goes as a whole, since half of one is no paste. */
  markAtEnd(text: string): string;
}

/** Makes an empty store; marks that were changed by hand stay as they are. */
export function createPastes(): Pastes {
  const texts: { readonly mark: string; readonly text: string }[] = [];
  return {
    fold(text) {
      if (text.length < FOLDED_PASTE_CHARACTERS) return text;
      const mark = `[paste ${texts.length + 1}: ${grouped(text.length)} characters]`;
      texts.push({ mark, text });
      return mark;
    },
    markAtEnd: (text) => texts.find(({ mark }) => text.endsWith(mark))?.mark ?? "",
    unfold: (line) =>
      texts.reduce((result, { mark, text }) => result.replace(mark, () => text), line),
  };
}
