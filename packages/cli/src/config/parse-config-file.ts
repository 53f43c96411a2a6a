import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { z } from "zod";
import { neutral } from "../output/neutral.ts";
import { type ConfigFile, configFileSchema } from "./schema.ts";

/** What is wrong in a configuration file, with the place. */
export interface ConfigProblem {
  readonly code:
    | "config.syntax"
    | "config.unknown-key"
    | "config.invalid-value"
    | "config.unreadable";
  readonly severity: "error";
  /** The file, as the command names it. */
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  /** Dotted; empty for the whole file. */
  readonly key: string;
  readonly message: string;
}

/** Deeper than any valid file; keeps the recursion of parser and reader bounded. */
const MAX_DEPTH = 64;

/**
 * Checks one configuration file's text: JSON with comments and trailing commas, strictly against the
 * schema. With problems there is no value.
 */
export function parseConfigFile(
  text: string,
  path: string,
): { readonly value: ConfigFile | undefined; readonly problems: readonly ConfigProblem[] } {
  const source = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  const problem = (
    code: ConfigProblem["code"],
    offset: number | undefined,
    key: string,
    message: string,
  ): ConfigProblem => ({ code, severity: "error", path, ...place(source, offset), key, message });

  if (isTooDeep(source)) {
    return {
      value: undefined,
      problems: [problem("config.syntax", 0, "", `nested deeper than ${MAX_DEPTH} levels`)],
    };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(source, errors, { allowTrailingComma: true, disallowComments: false });
  const [error] = errors;
  if (error || !tree) {
    const what = error ? printParseErrorCode(error.error) : "ValueExpected";
    const words = what.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
    return {
      value: undefined,
      problems: [problem("config.syntax", error?.offset ?? 0, "", `not JSON: ${words}`)],
    };
  }
  const badKeys: ConfigProblem[] = [];
  const raw = materialise(tree, (node, key, why) => {
    badKeys.push(problem("config.unknown-key", node.offset, key, `"${neutral(key)}" ${why}`));
  });
  const result = configFileSchema.safeParse(raw);
  const found = result.success
    ? []
    : result.error.issues.flatMap((issue) => explain(issue, tree, problem));
  const problems = [...badKeys, ...found];
  return { value: problems.length === 0 ? result.data : undefined, problems };
}

function explain(
  issue: z.core.$ZodIssue,
  tree: Node,
  problem: (
    code: ConfigProblem["code"],
    offset: number | undefined,
    key: string,
    message: string,
  ) => ConfigProblem,
): ConfigProblem[] {
  const path = issue.path as (string | number)[];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((name) => {
      const key = [...path, name].join(".");
      const allowed = allowedKeys(path);
      const hint = allowed.length > 0 ? `; allowed are ${allowed.join(", ")}` : "";
      return problem(
        "config.unknown-key",
        keyOffset(tree, [...path, name]),
        key,
        `unknown key "${neutral(key)}"${hint}`,
      );
    });
  }
  const node = nodeAt(tree, path);
  const key = path.join(".");
  const value = neutral(shortened(node));
  const range =
    path.length === 0 || issue.message.startsWith("Invalid") ? "an object" : issue.message;
  const name = key === "" ? "the file" : `"${neutral(key)}"`;
  return [
    problem("config.invalid-value", node?.offset, key, `${name} is ${value}; it must be ${range}`),
  ];
}

/** The keys that the schema has at a path: what to write in place of an unknown one. */
function allowedKeys(path: readonly (string | number)[]): string[] {
  let schema: unknown = configFileSchema;
  for (const name of ["", ...path]) {
    if (name !== "") schema = (schema as { shape?: Record<string, unknown> }).shape?.[name];
    while (schema && typeof (schema as { unwrap?: unknown }).unwrap === "function") {
      schema = (schema as { unwrap: () => unknown }).unwrap();
    }
  }
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
}

/** The tree as plain values; tells of keys that can't be taken as they are. */
function materialise(
  node: Node,
  onBadKey: (node: Node, key: string, why: string) => void,
): unknown {
  if (node.type === "array") {
    return (node.children ?? []).map((child) => materialise(child, onBadKey));
  }
  if (node.type !== "object") return node.value;
  const result: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (!keyNode || !valueNode) continue;
    const key = String(keyNode.value);
    if (key === "__proto__") onBadKey(keyNode, key, "can't be a key; remove it");
    else {
      if (Object.hasOwn(result, key)) onBadKey(keyNode, key, "stands twice; keep one");
      result[key] = materialise(valueNode, onBadKey);
    }
  }
  return result;
}

function nodeAt(tree: Node, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = tree;
  for (const part of path) {
    node =
      node?.type === "array"
        ? node.children?.[Number(part)]
        : node?.children?.findLast((property) => property.children?.[0]?.value === part)
            ?.children?.[1];
  }
  return node;
}

function keyOffset(tree: Node, path: readonly (string | number)[]): number | undefined {
  const parent = nodeAt(tree, path.slice(0, -1));
  return parent?.children?.findLast((property) => property.children?.[0]?.value === path.at(-1))
    ?.offset;
}

/** A value for a message: short, on one line. */
function shortened(node: Node | undefined): string {
  if (!node) return "missing";
  if (node.type === "object") return "an object";
  if (node.type === "array") return "a list";
  const text = JSON.stringify(node.value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function place(
  text: string,
  offset: number | undefined,
): { line: number | null; column: number | null } {
  if (offset === undefined) return { line: null, column: null };
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - (before.lastIndexOf("\n") + 1) + 1 };
}

/** Counts brackets outside strings and comments; linear, before any recursive reader sees the text. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') {
      index = endOfString(text, index);
    } else if (character === "/" && text[index + 1] === "/") {
      const end = text.indexOf("\n", index);
      index = end < 0 ? text.length : end;
    } else if (character === "/" && text[index + 1] === "*") {
      const end = text.indexOf("*/", index + 2);
      index = end < 0 ? text.length : end + 1;
    } else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return false;
}

/** Index of the quote that ends the string which begins at `start`, or of the line's end. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === '"' || character === "\n") return index;
  }
  return text.length;
}
