import { type Problem, warning } from "./problem.ts";
import {
  entryOf,
  type MappingNode,
  type ScalarNode,
  type SequenceNode,
  scalarType,
} from "./yaml-tree.ts";

/**
 * Reads `allowed-tools` in every form in use: text with blanks, text with commas, a list. The
 * format is the first: `Bash(git:*) Read`.
 */
export function checkAllowedTools(mapping: MappingNode, problems: Problem[]): readonly string[] {
  const value = entryOf(mapping, "allowed-tools")?.value;
  if (value === undefined) return [];
  if (value.kind === "scalar") return fromText(value, problems);
  if (value.kind === "sequence") return fromList(value, problems);
  const message =
    "`allowed-tools` is a mapping; write the tools' names as one text with blanks between them.";
  problems.push(warning("allowed-tools.invalid", value.start, message));
  return [];
}

function fromText(value: ScalarNode, problems: Problem[]): readonly string[] {
  const type = scalarType(value);
  if (type !== "text") {
    const what = type === "null" ? "empty" : `a ${type}`;
    const message = `\`allowed-tools\` is ${what}; write the tools' names as text, or leave it out.`;
    problems.push(warning("allowed-tools.invalid", value.start, message));
    if (type === "null") return [];
  }
  const { tools, hasCommas } = splitTools(value.text);
  if (hasCommas) {
    const message = "`allowed-tools` has commas between the tools; the format has blanks alone.";
    problems.push(warning("allowed-tools.commas", value.start, message));
  }
  return tools;
}

function fromList(value: SequenceNode, problems: Problem[]): readonly string[] {
  const tools: string[] = [];
  let hasOthers = false;
  for (const item of value.items) {
    const tool = item.kind === "scalar" ? item.text.trim() : "";
    if (tool === "") hasOthers = true;
    else tools.push(tool);
  }
  const message =
    "`allowed-tools` is a list; the format has one text with blanks between the tools.";
  problems.push(warning("allowed-tools.not-a-string", value.start, message));
  if (hasOthers) {
    const advice =
      "`allowed-tools` holds an item that is no tool's name, and it is passed over; write each as text.";
    problems.push(warning("allowed-tools.invalid", value.start, advice));
  }
  return tools;
}

/** Cuts at blanks and commas, but not inside of parentheses: `Bash(git add:*, git commit:*)`. */
function splitTools(text: string): { readonly tools: string[]; readonly hasCommas: boolean } {
  const tools: string[] = [];
  let hasCommas = false;
  let start = 0;
  let depth = 0;
  // An opening parenthesis that nothing closes is no reason to join all that follows it.
  let closers = text.split(")").length - 1;
  for (let at = 0; at <= text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "(" && depth < closers) depth += 1;
    if (char === ")") {
      closers -= 1;
      depth = Math.max(0, depth - 1);
    }
    const isComma = char === "," && depth === 0;
    const isEnd = at === text.length || isComma || (depth === 0 && /^\s$/.test(char));
    if (!isEnd) continue;
    hasCommas ||= isComma;
    if (at > start) tools.push(text.slice(start, at));
    start = at + 1;
  }
  return { tools, hasCommas };
}
