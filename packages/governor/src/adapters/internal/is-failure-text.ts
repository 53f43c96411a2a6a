import { contentText } from "../../internal/content.ts";
import { parseObject } from "../../internal/parse-object.ts";
import type { Part } from "../../message.ts";
import { isPlaceholder, mayBeFailure } from "../../profiles/internal/failure.ts";
import { lastLine } from "../../profiles/internal/text.ts";

/** A message about a failure is short; what is longer is a result that only mentions one. */
const MAX_MESSAGE_CHARACTERS = 300;

const PHRASES: readonly string[] = [
  "not found",
  "no such ",
  "does not exist",
  "doesn't exist",
  "permission denied",
  "access denied",
  "not permitted",
  "not allowed",
  "not unique",
  "no match found",
  "did not match",
  "could not ",
  "couldn't ",
  "failed to ",
  "unable to ",
  "rejected by ",
  "timed out",
  "with invalid arguments",
  "unavailable tool",
];

/** How a result begins that tells of a command which didn't end well: `exit 3`, `Exit code: 1`. */
const EXIT = /^(?:command |process )?(?:exited with |exit )(?:code:? ?)?-?[1-9]\d{0,9}\b/i;
/** The same in a header, or as the last line, where a script may have an `exit 1` of its own. */
const EXIT_LINE =
  /^(?:(?:command|process) exited with (?:exit )?code:? ?|<returncode>)-?[1-9]\d{0,9}\b/i;
const HEADER_LINES = 6;

/** JSON is looked into only where it may tell of a failure. */
const FIELDS: readonly string[] = ['"error"', '"isError"', '"is_error"', '"success"', '"ok"'];

/**
 * True if the text of a result tells of a failure, for formats that have no flag for one. What it
 * takes for a failure by mistake is never elided and justifies nothing, which only loses a saving.
 */
export function isFailureText(content: string | readonly Part[]): boolean {
  const { text } = contentText(content);
  // A stub names what it stands for, which may sound like a failure.
  if (isPlaceholder(text)) return false;
  if (mayBeFailure(text)) return true;
  const start = text.trimStart();
  if (start.startsWith("{")) return isFailureJson(text);
  if (EXIT.test(start.slice(0, 40)) || hasExitLine(text)) return true;
  if (start.length > MAX_MESSAGE_CHARACTERS) return false;
  const end = start.indexOf("\n");
  const line = (end === -1 ? start : start.slice(0, end)).toLowerCase();
  return PHRASES.some((phrase) => line.includes(phrase));
}

function hasExitLine(text: string): boolean {
  const lines = text.split("\n", HEADER_LINES);
  return [...lines, lastLine(text).line].some((line) => EXIT_LINE.test(line.slice(0, 60)));
}

function isFailureJson(text: string): boolean {
  if (!FIELDS.some((field) => text.includes(field))) return false;
  const json = parseObject(text);
  if (!json) return false;
  const { error, isError, is_error, success, ok } = json;
  if (isError === true || is_error === true || success === false || ok === false) return true;
  return error !== undefined && error !== null && error !== false && error !== "";
}
