/**
 * Frontmatter as both readers of it give it: the fast one for plain `key: scalar` and the full
 * one. Scalars are source text (`1.0` stays `1.0`), mappings are lists of entries, so that no
 * key is special. Offsets are UTF-16 units in the frontmatter's text.
 */
export type YamlNode = ScalarNode | SequenceNode | MappingNode;

export interface ScalarNode {
  readonly kind: "scalar";
  /** After folding, unquoting and repairs, before any schema gives it a type. */
  readonly text: string;
  readonly style: "plain" | "quoted" | "block";
  readonly start: number;
  /** First unit after the last visible one of the scalar. */
  readonly end: number;
}

export interface SequenceNode {
  readonly kind: "sequence";
  readonly items: readonly YamlNode[];
  readonly start: number;
}

export interface MappingNode {
  readonly kind: "mapping";
  /** Keys are unique. */
  readonly entries: readonly MappingEntry[];
  readonly start: number;
}

export interface MappingEntry {
  readonly key: string;
  readonly keyStart: number;
  readonly value: YamlNode;
}

/** The value of a key, or undefined. */
export function entryOf(mapping: MappingNode, key: string): MappingEntry | undefined {
  return mapping.entries.find((entry) => entry.key === key);
}

/** Whether a node is YAML's null, written out or empty. */
export function isNull(node: YamlNode): boolean {
  return (
    node.kind === "scalar" && node.style === "plain" && /^(?:|~|null|Null|NULL)$/.test(node.text)
  );
}

/** What a plain scalar is to readers that give scalars types. */
export type ScalarType = "text" | "null" | "boolean" | "number" | "date";

const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
// Readers of YAML 1.1 take these for booleans.
const OLD_BOOLEAN = /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;
const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
// Readers of YAML 1.1 take digits with underscores, binary and base 60 for numbers.
const OLD_NUMBER = /^[-+]?(?:[0-9][0-9_]*|0b[01_]+|[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?)$/;
const DATE =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ][0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?: ?(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)?$/;

/** The type that the core schema, or YAML 1.1 as many readers still have it, gives a scalar. */
export function scalarType(node: ScalarNode): ScalarType {
  if (node.style !== "plain") return "text";
  if (isNull(node)) return "null";
  const { text } = node;
  if (BOOLEAN.test(text) || OLD_BOOLEAN.test(text)) return "boolean";
  if (DATE.test(text)) return "date";
  const isNumber =
    INTEGER.test(text) || FLOAT.test(text) || NOT_FINITE.test(text) || OLD_NUMBER.test(text);
  return isNumber ? "number" : "text";
}

/** The truth of a plain `true` or `false` of the core schema, else undefined. */
export function booleanOf(node: YamlNode): boolean | undefined {
  if (node.kind !== "scalar" || node.style !== "plain" || !BOOLEAN.test(node.text))
    return undefined;
  return node.text.toLowerCase() === "true";
}
