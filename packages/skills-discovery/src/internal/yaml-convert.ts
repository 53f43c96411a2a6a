import type { Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { type Problem, rejection } from "./problem.ts";
import { quoteForMessage } from "./text.ts";
import type { YamlModule } from "./yaml-module.ts";
import type { MappingEntry, MappingNode, ScalarNode, YamlNode } from "./yaml-tree.ts";

/** More findings of one kind than these help nobody. */
const MAX_PROBLEMS = 20;

interface Conversion {
  readonly yaml: YamlModule;
  readonly text: string;
  readonly shift: number;
  readonly problems: Problem[];
}

/**
 * Turns the parser's nodes into a tree of source text, and refuses what isn't a mapping with
 * unique keys that are text.
 *
 * @param shift - How far the parser's offsets lie behind the text's.
 */
export function convertDocument(
  yaml: YamlModule,
  contents: Node | null,
  text: string,
  shift: number,
):
  | { readonly kind: "read"; readonly mapping: MappingNode }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] } {
  const conversion: Conversion = { yaml, text, shift, problems: [] };
  if (!yaml.isMap(contents)) {
    return { kind: "refused", problems: [notMapping(conversion, contents)] };
  }
  const mapping = convertMap(conversion, contents);
  const { problems } = conversion;
  return problems.length > 0 ? { kind: "refused", problems } : { kind: "read", mapping };
}

function notMapping(conversion: Conversion, contents: Node | null): Problem {
  const isEmpty =
    contents === null || (conversion.yaml.isScalar(contents) && contents.source === "");
  const holds = isEmpty
    ? "is empty"
    : conversion.yaml.isSeq(contents)
      ? "is a list"
      : "is a single text";
  return rejection(
    "frontmatter.not-a-mapping",
    isEmpty ? 0 : startOf(conversion, contents),
    `The frontmatter ${holds}; it has to hold keys and values, such as \`name: my-skill\` and \`description: ...\`, each key followed by a colon and a space.`,
  );
}

function convertNode(conversion: Conversion, node: unknown, keyStart: number): YamlNode {
  const { yaml } = conversion;
  if (yaml.isMap(node)) return convertMap(conversion, node);
  if (yaml.isSeq(node)) return convertSequence(conversion, node);
  if (yaml.isScalar(node)) return convertScalar(conversion, node, keyStart);
  return { kind: "scalar", text: "", style: "plain", start: keyStart, end: keyStart };
}

function convertMap(conversion: Conversion, map: YAMLMap): MappingNode {
  const entries: MappingEntry[] = [];
  const keys = new Set<string>();
  for (const pair of map.items) {
    const entry = convertPair(conversion, pair);
    if (entry === undefined) continue;
    if (keys.has(entry.key) && conversion.problems.length < MAX_PROBLEMS) {
      const shown = quoteForMessage(entry.key);
      const message = `The key ${shown} stands here a second time; keep one of them.`;
      report(conversion, rejection("frontmatter.duplicate-key", entry.keyStart, message));
    }
    keys.add(entry.key);
    entries.push(entry);
  }
  return { kind: "mapping", entries, start: startOf(conversion, map) };
}

function convertPair(conversion: Conversion, pair: Pair): MappingEntry | undefined {
  const { key, value } = pair;
  if (!conversion.yaml.isScalar(key)) {
    const offset = startOf(conversion, key as Node | null);
    const message = "A key is a list or a mapping here; a key has to be text, so put it in quotes.";
    report(conversion, rejection("frontmatter.invalid-yaml", offset, message));
    return undefined;
  }
  const keyStart = startOf(conversion, key);
  return { key: key.source ?? "", keyStart, value: convertNode(conversion, value, keyStart) };
}

function convertSequence(conversion: Conversion, sequence: YAMLSeq): YamlNode {
  const start = startOf(conversion, sequence);
  const items = sequence.items.map((item) => convertNode(conversion, item, start));
  return { kind: "sequence", items, start };
}

function convertScalar(conversion: Conversion, scalar: Scalar, keyStart: number): ScalarNode {
  const text = scalar.source ?? "";
  const style = styleOf(scalar);
  if (style === "plain" && text === "") {
    return { kind: "scalar", text, style, start: keyStart, end: keyStart };
  }
  const start = startOf(conversion, scalar);
  const end = Math.max((scalar.range?.[1] ?? 0) - conversion.shift, start);
  return { kind: "scalar", text, style, start, end: trimEnd(conversion.text, start, end) };
}

function styleOf(scalar: Scalar): ScalarNode["style"] {
  if (scalar.type === "BLOCK_FOLDED" || scalar.type === "BLOCK_LITERAL") return "block";
  if (scalar.type === "QUOTE_DOUBLE" || scalar.type === "QUOTE_SINGLE") return "quoted";
  // A text tag says what quotes say.
  return scalar.tag === "tag:yaml.org,2002:str" ? "quoted" : "plain";
}

function startOf(conversion: Conversion, node: Node | null): number {
  return Math.max((node?.range?.[0] ?? 0) - conversion.shift, 0);
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && " \t\r\n".includes(text.charAt(at - 1))) at -= 1;
  return at;
}

function report(conversion: Conversion, problem: Problem): void {
  if (conversion.problems.length < MAX_PROBLEMS) conversion.problems.push(problem);
}
