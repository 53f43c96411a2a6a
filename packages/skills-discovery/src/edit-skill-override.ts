import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { takeOptions } from "./internal/arguments.ts";
import type { TextEdit } from "./internal/jsonc-edit.ts";
import { applyTextEdits, insertProperty, layoutOf, removeProperty } from "./internal/jsonc-edit.ts";
import { EDIT_SKILL_OVERRIDE } from "./internal/option-names.ts";
import { invalid } from "./internal/options.ts";
import { SKILL_OVERRIDES } from "./internal/override-values.ts";
import { positionOf } from "./internal/positions.ts";
import { faultOfName, normaliseName } from "./internal/skill-name.ts";
import { quoteForMessage } from "./internal/text.ts";
import type { SkillDiagnostic, SkillDiagnosticCode } from "./types.ts";
import type { EditSkillOverrideOptions, EditSkillOverrideResult } from "./types-overrides.ts";

/** The configuration's key. */
const KEY = "skillOverrides";

/** Beyond, a file is no configuration that somebody wrote. UTF-16 units. */
const MAX_CONFIG_CHARACTERS = 1_048_576;

/**
 * Sets or takes away the override of one name in the text of a configuration file: JSON with
 * comments and trailing commas. All other keys, their order, comments and layout stay as they are.
 *
 * @example
 * ```ts
 * import { editSkillOverride } from "@alisio/skills-discovery/overrides";
 *
 * const { text } = editSkillOverride({ text: '{ "a": 1 }', name: "pdf", value: "off" });
 * text; // '{ "a": 1, "skillOverrides": { "pdf": "off" } }'
 * ```
 *
 * @throws SkillsDiscoveryError `invalid_argument`; `invalid_option` for a name that no skill can
 * have and an unknown value.
 */
export function editSkillOverride(given: EditSkillOverrideOptions): EditSkillOverrideResult {
  const options = takeOptions(given, EDIT_SKILL_OVERRIDE);
  const { value } = options;
  const name = typeof options.name === "string" ? normaliseName(options.name) : "";
  if (faultOfName(name) !== undefined) {
    invalid(`${quoteForMessage(options.name)} is no name that a skill can have.`);
  }
  if (value !== null && !SKILL_OVERRIDES.includes(value)) {
    invalid(`value has to be null or one of ${SKILL_OVERRIDES.join(", ")}.`);
  }
  const original = options.text ?? "";
  const mark = original.startsWith("\uFEFF") ? "\uFEFF" : "";
  const text = original.slice(mark.length);
  const path = options.path ?? "config.json";
  const parsed = parse(text, path);
  if ("diagnostic" in parsed) return unchanged(original, [parsed.diagnostic]);
  const edits = editsFor(text, parsed.root, name, value, path);
  if ("code" in edits) return unchanged(original, [edits]);
  const edited = mark + applyTextEdits(text, edits);
  return edited === original
    ? unchanged(original, [])
    : { text: edited, changed: true, diagnostics: [] };
}

function unchanged(text: string, diagnostics: readonly SkillDiagnostic[]): EditSkillOverrideResult {
  return { text, changed: false, diagnostics };
}

function editsFor(
  text: string,
  root: Node | undefined,
  name: string,
  value: string | null,
  path: string,
): readonly TextEdit[] | SkillDiagnostic {
  const layout = layoutOf(text, root);
  const { eol, indent: unit } = layout;
  const key = JSON.stringify(name);
  const overrides = (indent: string | undefined): string => {
    const property = `${key}: ${JSON.stringify(value)}`;
    return indent === undefined
      ? `{ ${property} }`
      : `{${eol}${indent}${unit}${property}${eol}${indent}}`;
  };
  if (root === undefined) {
    if (value === null) return [];
    const before = text === "" || /[\r\n]$/.test(text) ? "" : eol;
    const added = `${before}{${eol}${unit}"${KEY}": ${overrides(unit)}${eol}}${eol}`;
    return [{ start: text.length, end: text.length, text: added }];
  }
  const outer = propertyOf(text, root, KEY, path);
  if (outer === undefined) {
    return value === null ? [] : insertProperty(text, root, `"${KEY}"`, overrides, layout);
  }
  if ("code" in outer) return outer;
  const object = outer.children?.[1];
  if (object?.type !== "object") {
    return problem(
      "config.invalid",
      text,
      outer.offset,
      path,
      `"${KEY}" has to be an object of names and values; mend it by hand.`,
    );
  }
  const inner = propertyOf(text, object, name, path);
  if (inner === undefined) {
    return value === null
      ? []
      : insertProperty(text, object, key, () => JSON.stringify(value), layout);
  }
  if ("code" in inner) return inner;
  if (value === null) return removeProperty(text, object, inner);
  const node = inner.children?.[1];
  if (node === undefined || node.value === value) return [];
  return [{ start: node.offset, end: node.offset + node.length, text: JSON.stringify(value) }];
}

/** A property by name; a finding where it is given twice, since readers differ on which counts. */
function propertyOf(
  text: string,
  object: Node,
  name: string,
  path: string,
): Node | SkillDiagnostic | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  const [property, second] = found;
  if (second === undefined) return property;
  const message = `${JSON.stringify(name)} is given twice; keep one of them.`;
  return problem("config.duplicate-key", text, second.offset, path, message);
}

function parse(
  text: string,
  path: string,
): { readonly root: Node | undefined } | { readonly diagnostic: SkillDiagnostic } {
  if (text.length > MAX_CONFIG_CHARACTERS) {
    const message = `The file has over ${MAX_CONFIG_CHARACTERS} characters and was left alone.`;
    return { diagnostic: problem("config.invalid", text, 0, path, message) };
  }
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (error) {
    // The parser calls itself for each level, so deep nesting exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    const message = "The file nests too deeply and was left alone.";
    return { diagnostic: problem("config.invalid", text, 0, path, message) };
  }
  const [error] = errors;
  if (error !== undefined) {
    const what = printParseErrorCode(error.error).replace(
      /\B[A-Z]/g,
      (letter) => ` ${letter.toLowerCase()}`,
    );
    const message = `The file is not JSON (${what}) and was left alone; mend it first.`;
    return { diagnostic: problem("config.invalid", text, error.offset, path, message) };
  }
  if (root !== undefined && root.type !== "object") {
    const message = "The file has to hold an object and was left alone; mend it first.";
    return { diagnostic: problem("config.invalid", text, root.offset, path, message) };
  }
  return { root };
}

function problem(
  code: SkillDiagnosticCode,
  text: string,
  offset: number,
  path: string,
  message: string,
): SkillDiagnostic {
  return { code, severity: "error", path, ...positionOf(text, offset, 1), message };
}
