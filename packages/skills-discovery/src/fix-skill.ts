import { SkillsDiscoveryError } from "./errors.ts";
import { MAX_FRONTMATTER_BYTES, MAX_SKILL_FILE_BYTES } from "./format-limits.ts";
import { takeOptions } from "./internal/arguments.ts";
import { type Frontmatter, readFrontmatter } from "./internal/frontmatter.ts";
import {
  applyEdits,
  blankEdits,
  holdSame,
  quotingEdits,
  type TextEdit,
} from "./internal/frontmatter-edits.ts";
import { FIX_SKILL } from "./internal/option-names.ts";
import { locate } from "./internal/positions.ts";
import { decode } from "./internal/read-skill-file.ts";
import { type Fences, findFences, hasByteOrderMark } from "./internal/scan-fences.ts";
import { findInvalidUtf8 } from "./internal/scan-utf8.ts";
import type { FixedSkill, SkillFix } from "./types-format.ts";

/** A `SKILL.md` to mend. */
export interface FixSkillOptions {
  readonly bytes: Uint8Array;
}

/**
 * Mends what is safe to mend in a `SKILL.md`: takes the byte-order mark away, puts quotes around
 * scalars that YAML refuses or takes for numbers, and removes blanks at line ends of the
 * frontmatter. No value of the frontmatter changes, and no byte of the body. Mending twice is
 * mending once.
 *
 * @throws {@link SkillsDiscoveryError} `invalid_argument`, `invalid_option` where `bytes` is no
 * Uint8Array.
 *
 * @example
 * ```ts
 * const bytes = new TextEncoder().encode("---\ndescription: Use when: asked\n---\n");
 * const fixed = await fixSkill({ bytes });
 * new TextDecoder().decode(fixed.bytes); // "---\ndescription: \"Use when: asked\"\n---\n"
 * fixed.fixes[0]?.kind; // "quoting"
 * ```
 */
export async function fixSkill(given: FixSkillOptions): Promise<FixedSkill> {
  const options = takeOptions(given, FIX_SKILL);
  const { bytes } = options;
  if (!(bytes instanceof Uint8Array)) {
    throw new SkillsDiscoveryError("invalid_option", "`bytes` has to be a Uint8Array.");
  }
  if (bytes.length > MAX_SKILL_FILE_BYTES || bytes.includes(0)) return { bytes, fixes: [] };
  const fixes: SkillFix[] = [];
  let start = 0;
  while (hasByteOrderMark(bytes.subarray(start))) start += 3;
  if (start > 0) {
    const message = "Removed the byte-order mark.";
    fixes.push({ kind: "byte-order-mark", line: 1, message });
  }
  const fences = findFences(bytes, start);
  const parts =
    fences.kind === "closed"
      ? await fixParts(bytes, start, fences, fixes)
      : [bytes.subarray(start)];
  return fixes.length === 0 ? { bytes, fixes } : { bytes: join(parts), fixes };
}

type ClosedFences = Extract<Fences, { kind: "closed" }>;

async function fixParts(
  bytes: Uint8Array,
  start: number,
  fences: ClosedFences,
  fixes: SkillFix[],
): Promise<readonly Uint8Array[]> {
  const { contentStart, contentEnd, bodyStart } = fences;
  const content = bytes.subarray(contentStart, contentEnd);
  const opening = fixFence(bytes.subarray(start, contentStart), 1, fixes);
  const frontmatter = await fixFrontmatter(content, fixes);
  const closingLine = 2 + countBreaks(decode(content));
  const closing = fixFence(bytes.subarray(contentEnd, bodyStart), closingLine, fixes);
  return [opening, frontmatter, closing, bytes.subarray(bodyStart)];
}

/** A fence's line without the blanks behind it. */
function fixFence(fence: Uint8Array, line: number, fixes: SkillFix[]): Uint8Array {
  const text = decode(fence);
  const fixed = text.replace(/^---[ \t]+/, "---");
  if (fixed === text) return fence;
  fixes.push(trailingBlanks(line));
  return encode(fixed);
}

function trailingBlanks(line: number): SkillFix {
  return { kind: "trailing-blanks", line, message: "Removed blanks at the end of the line." };
}

async function fixFrontmatter(bytes: Uint8Array, fixes: SkillFix[]): Promise<Uint8Array> {
  if (bytes.length > MAX_FRONTMATTER_BYTES || findInvalidUtf8(bytes) !== -1) return bytes;
  const original = decode(bytes);
  const read = await readText(original);
  const edits = quotingEdits(read);
  const quoted = await tryEdits(original, read, edits);
  if (quoted !== undefined) report(fixes, original, edits, "quoting");
  const text = quoted?.text ?? original;
  const frontmatter = quoted?.frontmatter ?? read;
  const blanks = frontmatter.mapping === undefined ? [] : blankEdits(text, frontmatter.mapping);
  const trimmed = await tryEdits(text, frontmatter, blanks);
  if (trimmed !== undefined) report(fixes, text, blanks, "trailing-blanks");
  const result = trimmed?.text ?? text;
  return result === original ? bytes : encode(result);
}

/** A lone CR ends a line; it is replaced by LF for reading, which moves no offset. */
async function readText(text: string): Promise<Frontmatter> {
  return readFrontmatter(text.replace(/\r(?!\n)/g, "\n"));
}

interface Edited {
  readonly text: string;
  readonly frontmatter: Frontmatter;
}

/** Makes edits, if with them everything reads the same, and without repairs. */
async function tryEdits(
  text: string,
  before: Frontmatter,
  edits: readonly TextEdit[],
): Promise<Edited | undefined> {
  if (edits.length === 0 || before.mapping === undefined) return undefined;
  const edited = applyEdits(text, edits);
  if (new TextEncoder().encode(edited).length > MAX_FRONTMATTER_BYTES) return undefined;
  const frontmatter = await readText(edited);
  const { mapping, problems } = frontmatter;
  if (mapping === undefined || problems.length > 0) return undefined;
  return holdSame(before.mapping, mapping) ? { text: edited, frontmatter } : undefined;
}

function report(
  fixes: SkillFix[],
  text: string,
  edits: readonly TextEdit[],
  kind: "quoting" | "trailing-blanks",
): void {
  const place = locate(text, 2);
  for (const { start } of edits) {
    const { line } = place(start);
    const quoting: SkillFix = { kind: "quoting", line, message: "Put the text in quotes." };
    fixes.push(kind === "quoting" ? quoting : trailingBlanks(line));
  }
}

function countBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}
