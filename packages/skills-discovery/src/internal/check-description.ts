import { MAX_DESCRIPTION_CODE_POINTS } from "../format-limits.ts";
import { AT_FENCE, fault, type Problem, rejection, warning } from "./problem.ts";
import { countCodePoints, quoteForMessage } from "./text.ts";
import { entryOf, isNull, type MappingNode, type ScalarNode, scalarType } from "./yaml-tree.ts";

const ADVICE = "write what the skill does and when to use it";

/** Judges `description`, and gives it trimmed; null where there is none. */
export function checkDescription(
  mapping: MappingNode,
  text: string,
  problems: Problem[],
): string | null {
  const entry = entryOf(mapping, "description");
  if (entry === undefined) {
    problems.push(
      rejection("description.missing", AT_FENCE, `\`description\` is missing; ${ADVICE}.`),
    );
    return null;
  }
  const { value, keyStart } = entry;
  if (value.kind !== "scalar") {
    const kind = value.kind === "sequence" ? "list" : "mapping";
    const message = `\`description\` is a ${kind} and not text; put it in quotes, or ${ADVICE}.`;
    problems.push(rejection("description.missing", value.start, message));
    return null;
  }
  const description = isNull(value) ? "" : value.text.trim();
  if (description === "") {
    problems.push(rejection("description.missing", value.start, blankMessage(text, keyStart)));
    return null;
  }
  checkText(description, value, problems);
  checkCut(value, text, problems);
  return description;
}

function blankMessage(text: string, keyStart: number): string {
  const isComment = /^description[ \t]*:[ \t]+#/.test(text.slice(keyStart, keyStart + 64));
  return isComment
    ? "`description` is blank, for YAML takes what follows ` #` for a comment; put the text in quotes."
    : `\`description\` is blank; ${ADVICE}.`;
}

function checkText(description: string, value: ScalarNode, problems: Problem[]): void {
  const length =
    description.length > MAX_DESCRIPTION_CODE_POINTS ? countCodePoints(description) : 0;
  if (length > MAX_DESCRIPTION_CODE_POINTS) {
    const message = `\`description\` has ${length} characters, and ${MAX_DESCRIPTION_CODE_POINTS} are the limit; shorten it, and move details into the body.`;
    problems.push(fault("description.too-long", value.start, message));
  }
  const type = scalarType(value);
  if (type === "text") return;
  const message = `Other readers of YAML take the description ${quoteForMessage(value.text)} for a ${type}; write it in quotes.`;
  problems.push(warning("description.not-text", value.start, message));
}

/** A plain scalar ends, without any error, where ` #` begins a comment. */
function checkCut(value: ScalarNode, text: string, problems: Problem[]): void {
  if (value.style !== "plain") return;
  let at = value.end;
  while (text.charAt(at) === " " || text.charAt(at) === "\t") at += 1;
  if (at === value.end || text.charAt(at) !== "#") return;
  const lineEnd = text.indexOf("\n", at);
  const lost = text.slice(at, lineEnd === -1 ? text.length : lineEnd).trimEnd();
  const message = `YAML takes ${quoteForMessage(lost)} for a comment and cuts the description before it; put the whole description in quotes.`;
  problems.push(warning("description.cut-by-comment", at, message));
}
