import type { InvisibleCharacter } from "./invisible.ts";
import { findInvisible } from "./invisible.ts";
import { type Problem, warning } from "./problem.ts";
import { showCodePoint } from "./text.ts";
import { entryOf, type MappingNode, type ScalarNode } from "./yaml-tree.ts";

/** A text with more of them is reported as having at least so many. */
const MAX_COUNTED = 1000;

/** Different characters named in one message. */
const MAX_SHOWN = 5;

/** What a message says about invisible characters in one place. */
export function invisibleMessage(where: string, found: readonly InvisibleCharacter[]): string {
  const distinct = [...new Set(found.map(({ codePoint }) => showCodePoint(codePoint)))];
  const shown = distinct.slice(0, MAX_SHOWN).join(", ");
  const more = distinct.length > MAX_SHOWN ? " and others" : "";
  const count = found.length >= MAX_COUNTED ? `at least ${MAX_COUNTED}` : `${found.length}`;
  const noun = found.length === 1 ? "character" : "characters";
  return `${where} has ${count} invisible or bidirectional ${noun}: ${shown}${more}; remove them, so that people see what the model gets.`;
}

/** Looks through the body. */
export function findInvisibleInBody(body: string): readonly InvisibleCharacter[] {
  return findInvisible(body, MAX_COUNTED);
}

const SUSPICIOUS = /[^\t\n\r\x20-\x7e]/;

/**
 * Looks through the frontmatter: one finding for the name, one for the description, one for all
 * else. Escapes in double quotes make such characters out of visible ones, so the values of the
 * two are looked through as well as the text.
 */
export function checkInvisible(
  mapping: MappingNode | undefined,
  text: string,
  problems: Problem[],
): void {
  const rest = SUSPICIOUS.test(text) ? [...findInvisible(text, MAX_COUNTED)] : [];
  for (const field of ["name", "description"]) {
    const value = mapping === undefined ? undefined : entryOf(mapping, field)?.value;
    if (value?.kind !== "scalar") continue;
    const inText = takeWithin(rest, value);
    const found = inText.length > 0 ? inText : findInValue(value.text);
    if (found.length === 0) continue;
    const offset = inText[0]?.offset ?? value.start;
    problems.push(
      warning("text.invisible-characters", offset, invisibleMessage(`\`${field}\``, found)),
    );
  }
  const [first] = rest;
  if (first === undefined) return;
  problems.push(
    warning("text.invisible-characters", first.offset, invisibleMessage("The frontmatter", rest)),
  );
}

/** In a value a carriage return comes from an escape: it overwrites the line on a terminal. */
function findInValue(text: string): readonly InvisibleCharacter[] {
  const offset = text.indexOf("\r");
  const returned = offset === -1 ? [] : [{ offset, codePoint: 0x0d }];
  return SUSPICIOUS.test(text) ? [...returned, ...findInvisible(text, MAX_COUNTED)] : returned;
}

/** Removes the characters that lie in a scalar from a list, and gives them. */
function takeWithin(rest: InvisibleCharacter[], value: ScalarNode): readonly InvisibleCharacter[] {
  const isWithin = ({ offset }: InvisibleCharacter): boolean =>
    offset >= value.start && offset < value.end;
  const taken = rest.filter(isWithin);
  if (taken.length > 0) rest.splice(0, rest.length, ...rest.filter((found) => !isWithin(found)));
  return taken;
}
