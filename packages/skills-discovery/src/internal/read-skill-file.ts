import { MAX_FRONTMATTER_BYTES, MAX_SKILL_FILE_BYTES } from "../format-limits.ts";
import type { SkillDiagnostic } from "../types.ts";
import { diagnosticAt, type Position, positionOf } from "./positions.ts";
import { findFences, hasByteOrderMark } from "./scan-fences.ts";
import { findInvalidUtf8 } from "./scan-utf8.ts";

/** A file cut into its parts, with what was found on the way. */
export interface SkillFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly diagnostics: SkillDiagnostic[];
  /** Undefined where the file has no frontmatter that may be read. */
  readonly parts: SkillFileParts | undefined;
}

export interface SkillFileParts {
  /** The frontmatter's lines, a lone CR replaced by LF (which moves no offset). */
  readonly frontmatter: string;
  /** UTF-16 units before the body, a byte-order mark not counted. */
  readonly bodyOffset: number;
  /** Bytes before the body. */
  readonly bodyStart: number;
}

/** Cuts a file into frontmatter and body; decodes nothing but the frontmatter. */
export function readSkillFile(bytes: Uint8Array, path: string): SkillFile {
  const diagnostics: SkillDiagnostic[] = [];
  if (bytes.length > MAX_SKILL_FILE_BYTES) {
    diagnostics.push(tooLarge(path, bytes.length));
    return { path, bytes, diagnostics, parts: undefined };
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    const message = "The file has a NUL byte, so it isn't UTF-8 text; save it as UTF-8.";
    const position = positionInBytes(bytes, nul);
    diagnostics.push(diagnosticAt(path, position, "file.nul-byte", "error", message));
    return { path, bytes, diagnostics, parts: undefined };
  }
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  if (start > 0) {
    const message =
      "The file begins with a byte-order mark, which some readers stumble over; save it without.";
    diagnostics.push(diagnosticAt(path, FIRST, "file.byte-order-mark", "information", message));
  }
  return { path, bytes, diagnostics, parts: readParts(bytes, path, start, diagnostics) };
}

const FIRST: Position = { line: 1, column: 1 };

/** The finding about a file beyond the limit, also for a reader that hasn't read it whole. */
export function tooLarge(path: string, size: number): SkillDiagnostic {
  const message = `The file has ${size} bytes, and ${MAX_SKILL_FILE_BYTES} are the limit; move details into files beside it.`;
  return diagnosticAt(path, null, "file.too-large", "error", message);
}

function readParts(
  bytes: Uint8Array,
  path: string,
  start: number,
  diagnostics: SkillDiagnostic[],
): SkillFileParts | undefined {
  const fences = findFences(bytes, start);
  if (fences.kind === "missing") {
    const message =
      "The file doesn't begin with frontmatter; put a line `---` first, then `name:` and `description:`, then a line `---`.";
    diagnostics.push(diagnosticAt(path, FIRST, "frontmatter.missing", "error", message));
    return undefined;
  }
  if (fences.kind !== "closed") {
    const message =
      "The frontmatter is never closed; put a line that is exactly `---` behind its last field.";
    diagnostics.push(diagnosticAt(path, FIRST, "frontmatter.unclosed", "error", message));
    return undefined;
  }
  const { contentStart, contentEnd, bodyStart } = fences;
  const size = contentEnd - contentStart;
  if (size > MAX_FRONTMATTER_BYTES) {
    const message = `The frontmatter has ${size} bytes, and ${MAX_FRONTMATTER_BYTES} are the limit; move what isn't metadata into the body.`;
    diagnostics.push(diagnosticAt(path, FIRST, "frontmatter.too-large", "error", message));
    return undefined;
  }
  const content = decode(bytes.subarray(contentStart, contentEnd));
  const fenceUnits = contentStart - start + (bodyStart - contentEnd);
  return {
    frontmatter: content.includes("\r") ? content.replace(/\r(?!\n)/g, "\n") : content,
    bodyOffset: fenceUnits + content.length,
    bodyStart,
  };
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** UTF-8 as text; what isn't UTF-8 becomes U+FFFD, a byte-order mark stays. */
export function decode(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

/** The place of a byte, for findings about bytes. */
function positionInBytes(bytes: Uint8Array, index: number): Position {
  const before = decode(bytes.subarray(hasByteOrderMark(bytes) ? 3 : 0, index));
  return positionOf(before, before.length, 1);
}

/**
 * Findings about the encoding of a file's bytes up to a point: bytes that aren't UTF-8, and
 * carriage returns that end lines alone.
 *
 * @param texts - What was decoded of these bytes, to tell quickly that there is nothing to find.
 */
export function checkEncoding(file: SkillFile, end: number, texts: readonly string[]): void {
  const { bytes, path, diagnostics } = file;
  if (texts.some((text) => text.includes("\uFFFD"))) {
    const invalid = findInvalidUtf8(bytes.subarray(0, end));
    if (invalid !== -1) {
      const message = "A byte here isn't UTF-8; save the file as UTF-8.";
      const position = positionInBytes(bytes, invalid);
      diagnostics.push(diagnosticAt(path, position, "file.invalid-utf8", "error", message));
    }
  }
  const alone = findLoneReturn(bytes, end);
  if (alone === -1) return;
  const message =
    "A lone carriage return ends a line here; save the file with LF or CRLF line ends.";
  const position = positionInBytes(bytes, alone);
  diagnostics.push(diagnosticAt(path, position, "file.carriage-returns", "information", message));
}

function findLoneReturn(bytes: Uint8Array, end: number): number {
  const part = bytes.subarray(0, end);
  for (let index = part.indexOf(0x0d); index !== -1; index = part.indexOf(0x0d, index + 1)) {
    if (bytes[index + 1] !== 0x0a) return index;
  }
  return -1;
}
