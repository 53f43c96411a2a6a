/** A key that isn't text. */
type KeyName =
  | "enter"
  | "newline"
  | "tab"
  | "escape"
  | "backspace"
  | "delete"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "page-up"
  | "page-down";

/** What somebody did at the keyboard. */
export type Key =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "paste"; readonly text: string }
  | {
      readonly type: "key";
      readonly name: KeyName;
      readonly ctrl: boolean;
      readonly alt: boolean;
      readonly shift: boolean;
    }
  /** A letter with Ctrl or Alt. */
  | { readonly type: "chord"; readonly modifier: "ctrl" | "alt"; readonly letter: string };

/** Bytes of a terminal, as text, become keys; what is cut in the middle waits for the rest. */
export interface KeyDecoder {
  push(chunk: string): readonly Key[];
  /** An escape sequence has begun and may just be the Escape key. */
  readonly isWaiting: boolean;
  /** Nothing more came: what waits is what it is. */
  flush(): readonly Key[];
}

const ESCAPE = "\u001b";
const PASTE_BEGIN = `${ESCAPE}[200~`;
const PASTE_END = `${ESCAPE}[201~`;
/** No key has a longer sequence; more is garbage, and never held back. */
const MAX_SEQUENCE = 32;
/** More than this in one paste is cut: a prompt, not a file. */
const MAX_PASTE_CHARACTERS = 1_000_000;

/** Makes a decoder for what a terminal in raw mode sends. */
export function createKeyDecoder(): KeyDecoder {
  let rest = "";
  let pasted: string | undefined;
  const take = (isLast: boolean): Key[] => {
    const keys: Key[] = [];
    while (rest !== "") {
      if (pasted !== undefined) {
        const end = rest.indexOf(PASTE_END);
        if (end < 0) {
          // The end mark may be cut in two.
          const kept = isLast ? 0 : markBegun(rest);
          pasted = (pasted + rest.slice(0, rest.length - kept)).slice(0, MAX_PASTE_CHARACTERS);
          rest = rest.slice(rest.length - kept);
          break;
        }
        keys.push({
          type: "paste",
          text: (pasted + rest.slice(0, end)).slice(0, MAX_PASTE_CHARACTERS),
        });
        pasted = undefined;
        rest = rest.slice(end + PASTE_END.length);
        continue;
      }
      const length = nextLength(rest, isLast);
      if (length === 0) break;
      const sequence = rest.slice(0, length);
      rest = rest.slice(length);
      if (sequence === PASTE_BEGIN) pasted = "";
      else keys.push(...decode(sequence));
    }
    return keys;
  };
  return {
    push: (chunk) => {
      rest += chunk;
      return take(false);
    },
    get isWaiting() {
      return pasted === undefined && rest !== "";
    },
    flush: () => take(true),
  };
}

/** How many characters at the end may be the beginning of the mark that ends a paste. */
function markBegun(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--) {
    if (PASTE_END.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}

/** Length of the first key's sequence, or of the text before the next control; 0: wait for more. */
function nextLength(text: string, isLast: boolean): number {
  const first = text.charCodeAt(0);
  if (text[0] === ESCAPE) return escapeLength(text, isLast);
  if (first < 0x20 || first === 0x7f) return 1;
  let length = 1;
  while (length < text.length) {
    const code = text.charCodeAt(length);
    if (code < 0x20 || code === 0x7f) break;
    length += 1;
  }
  // Half of a character above U+FFFF: its other half is in the next chunk.
  const last = text.charCodeAt(length - 1);
  const isHalf = length === text.length && last >= 0xd800 && last <= 0xdbff;
  return isHalf && !isLast ? length - 1 : length;
}

function escapeLength(text: string, isLast: boolean): number {
  const wait = isLast ? 1 : 0;
  const second = text[1];
  if (second === undefined) return wait;
  if (second === "O") return text.length >= 3 ? 3 : isLast ? 2 : 0;
  if (second === ESCAPE) return 1;
  if (second !== "[") {
    const code = text.codePointAt(1) ?? 0;
    return code > 0xffff ? 3 : 2;
  }
  for (let index = 2; index < text.length && index < MAX_SEQUENCE; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x40 && code <= 0x7e) return index + 1;
    if (code < 0x20 || code > 0x7e) return index;
  }
  return text.length >= MAX_SEQUENCE ? MAX_SEQUENCE : isLast ? text.length : 0;
}

const NO_MODIFIER = { ctrl: false, alt: false, shift: false };
const key = (name: KeyName, modifiers: Partial<typeof NO_MODIFIER> = {}): Key => ({
  type: "key",
  name,
  ...NO_MODIFIER,
  ...modifiers,
});

const CONTROL_KEYS: Readonly<Record<string, KeyName>> = {
  "\r": "enter",
  "\n": "newline",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
};

function decode(sequence: string): Key[] {
  const [first = ""] = sequence;
  if (first === ESCAPE) return decodeEscape(sequence);
  const named = CONTROL_KEYS[first];
  if (named !== undefined) return [key(named)];
  const code = first.charCodeAt(0);
  if (code >= 0x20) return [{ type: "text", text: sequence }];
  // NUL and the controls above Ctrl-Z are no keys here.
  if (code === 0 || code > 0x1a) return [];
  return [{ type: "chord", modifier: "ctrl", letter: String.fromCharCode(code + 0x60) }];
}

const FINAL_KEYS: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
};
const NUMBERED_KEYS: Readonly<Record<string, KeyName>> = {
  "1": "home",
  "3": "delete",
  "4": "end",
  "5": "page-up",
  "6": "page-down",
  "7": "home",
  "8": "end",
};

function decodeEscape(sequence: string): Key[] {
  if (sequence === ESCAPE) return [key("escape")];
  const second = sequence[1] ?? "";
  if (second === "O") {
    const named = FINAL_KEYS[sequence[2] ?? ""];
    return named === undefined ? [] : [key(named)];
  }
  if (second !== "[") {
    const named = CONTROL_KEYS[second];
    if (named === "enter") return [key("newline")];
    if (named !== undefined) return [key(named, { alt: true })];
    return second < " " ? [] : [{ type: "chord", modifier: "alt", letter: sequence.slice(1) }];
  }
  const final = sequence.at(-1) ?? "";
  if (final === "Z") return [key("tab", { shift: true })];
  const [number = "", modifier = "1", code = ""] = sequence.slice(2, -1).split(";");
  const held = modifiersOf(Number(modifier) - 1);
  if (final === "u") return decodeCodePoint(Number(number), held);
  // What xterm sends with modifyOtherKeys.
  if (final === "~" && number === "27") return decodeCodePoint(Number(code), held);
  const named = final === "~" ? NUMBERED_KEYS[number] : FINAL_KEYS[final];
  return named === undefined ? [] : [key(named, held)];
}

function modifiersOf(bits: number): typeof NO_MODIFIER {
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

/** Keys as terminals report them that tell Shift+Enter from Enter. */
function decodeCodePoint(code: number, held: typeof NO_MODIFIER): Key[] {
  if (code === 13) return [key(held.shift || held.alt ? "newline" : "enter")];
  if (code === 27) return [key("escape")];
  if (code === 9) return [key("tab", held)];
  if (code === 127 || code === 8) return [key("backspace", held)];
  if (!(code >= 0x20 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return [];
  const letter = String.fromCodePoint(code);
  if (held.ctrl) return [{ type: "chord", modifier: "ctrl", letter: letter.toLowerCase() }];
  if (held.alt) return [{ type: "chord", modifier: "alt", letter }];
  return [{ type: "text", text: letter }];
}
