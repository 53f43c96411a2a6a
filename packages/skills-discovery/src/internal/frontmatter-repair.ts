import { fault, type Problem } from "./problem.ts";
import type { ScalarRepair } from "./repair-scalars.ts";
import { neutralise } from "./text.ts";
import { quoteScalar } from "./yaml-quote.ts";
import type { MappingNode, ScalarNode, YamlNode } from "./yaml-tree.ts";

/**
 * The text with each broken scalar overwritten by letters, in place: nothing moves, so that what
 * is found in the result is found at the same offset in the text.
 */
export function maskRepairs(text: string, repairs: readonly ScalarRepair[]): string {
  let masked = "";
  let from = 0;
  for (const { start, end } of repairs) {
    masked += unindentTabs(text.slice(from, start)) + maskScalar(text.slice(start, end));
    from = end;
  }
  return masked + text.slice(from);
}

/** The tabs that indent a scalar's first line; others before it stay. */
function unindentTabs(before: string): string {
  const lineStart = before.lastIndexOf("\n") + 1;
  const blanks = before.slice(lineStart);
  return /^[ \t]+$/.test(blanks) ? before.slice(0, lineStart) + " ".repeat(blanks.length) : before;
}

/** Letters for all but line breaks and indentation, whose tabs become spaces. */
function maskScalar(scalar: string): string {
  let masked = "";
  let isIndentation = false;
  for (let at = 0; at < scalar.length; at += 1) {
    const char = scalar.charAt(at);
    const isBreak = char === "\n" || (char === "\r" && scalar.charAt(at + 1) === "\n");
    const isBlank = char === " " || char === "\t";
    isIndentation = isBreak || (isIndentation && isBlank);
    masked += isBreak ? char : isIndentation ? " " : "x";
  }
  return masked;
}

/**
 * The tree of a masked text with the scalars' own text; undefined where one of them isn't a
 * scalar of its own in the tree.
 */
export function restoreRepairs(
  mapping: MappingNode,
  repairs: readonly ScalarRepair[],
): MappingNode | undefined {
  const byStart = new Map(repairs.map((repair) => [repair.start, repair]));
  const restored = restoreMapping(mapping, byStart);
  return byStart.size === 0 ? restored : undefined;
}

function restoreMapping(mapping: MappingNode, byStart: Map<number, ScalarRepair>): MappingNode {
  const entries = mapping.entries.map((entry) => ({
    ...entry,
    value: restoreNode(entry.value, byStart),
  }));
  return { ...mapping, entries };
}

function restoreNode(node: YamlNode, byStart: Map<number, ScalarRepair>): YamlNode {
  if (node.kind === "mapping") return restoreMapping(node, byStart);
  if (node.kind === "sequence") {
    return { ...node, items: node.items.map((item) => restoreNode(item, byStart)) };
  }
  return restoreScalar(node, byStart);
}

function restoreScalar(node: ScalarNode, byStart: Map<number, ScalarRepair>): ScalarNode {
  const repair = byStart.get(node.start);
  if (repair === undefined || node.style !== "plain" || node.end !== repair.end) return node;
  byStart.delete(node.start);
  return { ...node, text: repair.text, style: "quoted" };
}

/** Longest quoted form in a message; a description of the longest length fits. */
const MAX_FORM_UNITS = 1500;

/** What `validate` says about a scalar that had to be repaired. */
export function repairProblem(repair: ScalarRepair): Problem {
  const whole = neutralise(quoteScalar(repair.text));
  const quoted = whole.length > MAX_FORM_UNITS ? `${whole.slice(0, MAX_FORM_UNITS)}…` : whole;
  const form = repair.key === null ? `- ${quoted}` : `${neutralise(repair.key)}: ${quoted}`;
  const message = `YAML refuses this text without quotes (${repair.reason}); write ${form}`;
  return fault("frontmatter.unquoted-scalar", repair.start, message);
}
