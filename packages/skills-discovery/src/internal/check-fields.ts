import { MAX_COMPATIBILITY_CODE_POINTS } from "../format-limits.ts";
import { KNOWN_FIELDS } from "./known-fields.ts";
import { information, type Problem, warning } from "./problem.ts";
import { countCodePoints, quoteForMessage } from "./text.ts";
import { booleanOf, entryOf, isNull, type MappingNode, scalarType } from "./yaml-tree.ts";

/** More findings of this kind than these are told as a number. */
const MAX_UNKNOWN = 100;

/** An information for each field that is none of the known ones. */
export function checkUnknownFields(mapping: MappingNode, problems: Problem[]): void {
  const unknown = mapping.entries.filter(({ key }) => !KNOWN_FIELDS.includes(key));
  for (const { key, keyStart } of unknown.slice(0, MAX_UNKNOWN)) {
    const meant = key.trim().toLowerCase().replaceAll("_", "-");
    const message = KNOWN_FIELDS.includes(meant)
      ? `The field ${quoteForMessage(key)} is not known; write it as \`${meant}\`.`
      : `The field ${quoteForMessage(key)} is not part of the format, and is passed over; own data belongs under \`metadata\`.`;
    problems.push(information("field.unknown", keyStart, message));
  }
  const next = unknown[MAX_UNKNOWN];
  if (next === undefined) return;
  const message = `${unknown.length - MAX_UNKNOWN} more fields are not part of the format, and are passed over.`;
  problems.push(information("field.unknown", next.keyStart, message));
}

export function checkLicense(mapping: MappingNode, problems: Problem[]): string | null {
  const value = entryOf(mapping, "license")?.value;
  if (value === undefined) return null;
  const type = value.kind === "scalar" ? scalarType(value) : value.kind;
  if (type !== "text") {
    const what = type === "null" ? "empty" : `a ${type === "sequence" ? "list" : type}`;
    const message = `\`license\` is ${what}; write the name of a licence or of a bundled file as text.`;
    problems.push(warning("license.invalid", value.start, message));
  }
  return value.kind === "scalar" && type !== "null" ? value.text.trim() : null;
}

export function checkCompatibility(mapping: MappingNode, problems: Problem[]): string | null {
  const value = entryOf(mapping, "compatibility")?.value;
  if (value === undefined) return null;
  const isText = value.kind === "scalar" && !isNull(value);
  const text = isText ? value.text.trim() : "";
  const length = text.length > MAX_COMPATIBILITY_CODE_POINTS ? countCodePoints(text) : text.length;
  let fault: string | undefined;
  if (value.kind !== "scalar") fault = `is a ${value.kind === "sequence" ? "list" : "mapping"}`;
  else if (text === "") fault = "is empty";
  else if (length > MAX_COMPATIBILITY_CODE_POINTS) fault = `has ${length} characters`;
  if (fault !== undefined) {
    const message = `\`compatibility\` ${fault}; write 1 to ${MAX_COMPATIBILITY_CODE_POINTS} characters of text, or leave it out.`;
    problems.push(warning("compatibility.invalid", value.start, message));
  }
  return isText ? text : null;
}

/** The entries of `metadata` that are text; no key of it is special. */
export function checkMetadata(
  mapping: MappingNode,
  problems: Problem[],
): Readonly<Record<string, string>> {
  const result: Record<string, string> = Object.create(null);
  const value = entryOf(mapping, "metadata")?.value;
  if (value === undefined) return result;
  if (value.kind !== "mapping") {
    const message =
      "`metadata` isn't a mapping; write `key: text` lines below it, or leave it out.";
    problems.push(warning("metadata.invalid", value.start, message));
    return result;
  }
  const others: string[] = [];
  let offset = value.start;
  for (const entry of value.entries) {
    if (entry.value.kind === "scalar") {
      result[entry.key] = entry.value.text;
      continue;
    }
    if (others.length === 0) offset = entry.keyStart;
    others.push(entry.key);
  }
  if (others.length > 0) {
    const shown = others.slice(0, 5).map(quoteForMessage).join(", ");
    const more = others.length > 5 ? ` and ${others.length - 5} more` : "";
    const message = `\`metadata\` maps keys to text, but ${shown}${more} ${others.length === 1 ? "holds a list or a mapping" : "hold lists or mappings"}; write the values as text, in quotes where needed.`;
    problems.push(warning("metadata.invalid", offset, message));
  }
  return result;
}

const TRUE_WORDS: readonly string[] = ["true", "yes", "on"];
const FALSE_WORDS: readonly string[] = ["false", "no", "off"];

/** `true` hides the skill from the model; words that are plainly meant so count as well. */
export function checkDisableModelInvocation(mapping: MappingNode, problems: Problem[]): boolean {
  const value = entryOf(mapping, "disable-model-invocation")?.value;
  if (value === undefined) return false;
  const boolean = booleanOf(value);
  if (boolean !== undefined) return boolean;
  const word = value.kind === "scalar" ? value.text.trim().toLowerCase() : "";
  const meant = TRUE_WORDS.includes(word);
  const taken = meant || FALSE_WORDS.includes(word) ? "taken" : "not understood, and taken";
  const message = `\`disable-model-invocation\` is ${taken} for ${meant}; write \`true\` or \`false\` without quotes.`;
  problems.push(warning("disable-model-invocation.invalid", value.start, message));
  return meant;
}
