import { MAX_BODY_LINES } from "../format-limits.ts";
import type { Diagnostic, SkillInspection, SkillMetadata } from "../types.ts";
import { checkAllowedTools } from "./check-allowed-tools.ts";
import { checkDescription } from "./check-description.ts";
import {
  checkCompatibility,
  checkDisableModelInvocation,
  checkLicense,
  checkMetadata,
  checkUnknownFields,
} from "./check-fields.ts";
import { checkInvisible, findInvisibleInBody, invisibleMessage } from "./check-invisible.ts";
import { checkName } from "./check-name.ts";
import { type Frontmatter, readFrontmatter } from "./frontmatter.ts";
import { diagnosticAt, placeProblems, positionOf, sortDiagnostics } from "./positions.ts";
import type { Problem } from "./problem.ts";
import {
  checkEncoding,
  decode,
  readSkillFile,
  type SkillFile,
  type SkillFileParts,
} from "./read-skill-file.ts";
import type { MappingNode } from "./yaml-tree.ts";

/** A file to judge. */
export interface InspectionRequest {
  readonly bytes: Uint8Array;
  readonly path: string;
  /** Undefined where it isn't known. */
  readonly directoryName: string | undefined;
  /** Whether the body is looked at. */
  readonly isWhole: boolean;
}

/** The judgement, and the body where it was looked at. */
export interface InspectedFile {
  readonly inspection: SkillInspection;
  /** Undefined where the file has no body, or only its frontmatter was asked for. */
  readonly body: string | undefined;
  /** Line of the file on which the body begins. */
  readonly bodyLine: number;
}

const NO_METADATA: SkillMetadata = {
  name: null,
  description: null,
  license: null,
  compatibility: null,
  metadata: Object.freeze(Object.create(null)),
  allowedTools: [],
  disableModelInvocation: false,
};

/** Judges one file; a promise only where the YAML parser has to be loaded first. */
export function inspectFile(request: InspectionRequest): InspectedFile | Promise<InspectedFile> {
  const file = readSkillFile(request.bytes, request.path);
  const { parts } = file;
  if (parts === undefined) return withoutFrontmatter(request, file);
  const frontmatter = readFrontmatter(parts.frontmatter);
  if (frontmatter instanceof Promise) {
    return frontmatter.then((read) => withFrontmatter(request, file, parts, read));
  }
  return withFrontmatter(request, file, parts, frontmatter);
}

function withoutFrontmatter(request: InspectionRequest, file: SkillFile): InspectedFile {
  const { bytes, diagnostics } = file;
  const isText = diagnostics.every(
    ({ code }) => code !== "file.too-large" && code !== "file.nul-byte",
  );
  if (request.isWhole && isText) checkEncoding(file, bytes.length, [decode(bytes)]);
  const inspection: SkillInspection = {
    metadata: NO_METADATA,
    diagnostics: sortDiagnostics(diagnostics),
    rejected: true,
    bodyOffset: null,
    bytes: bytes.length,
  };
  return { inspection, body: undefined, bodyLine: 1 };
}

function withFrontmatter(
  request: InspectionRequest,
  file: SkillFile,
  parts: SkillFileParts,
  frontmatter: Frontmatter,
): InspectedFile {
  const { bytes, path, diagnostics } = file;
  const { mapping } = frontmatter;
  const problems: Problem[] = [...frontmatter.problems];
  const metadata =
    mapping === undefined
      ? NO_METADATA
      : checkMapping(mapping, request, parts.frontmatter, problems);
  checkInvisible(mapping, parts.frontmatter, problems);
  diagnostics.push(...placeProblems(problems, path, parts.frontmatter));
  const bodyLine = request.isWhole ? 2 + countLineFeeds(parts.frontmatter) + 1 : 1;
  const body = request.isWhole ? decode(bytes.subarray(parts.bodyStart)) : undefined;
  if (body === undefined) {
    checkEncoding(file, parts.bodyStart, [parts.frontmatter]);
  } else {
    checkEncoding(file, bytes.length, [parts.frontmatter, body]);
    checkBody(body, bodyLine, path, diagnostics);
  }
  const inspection: SkillInspection = {
    metadata,
    diagnostics: sortDiagnostics(diagnostics),
    rejected: mapping === undefined || problems.some(({ rejects }) => rejects),
    bodyOffset: parts.bodyOffset,
    bytes: bytes.length,
  };
  return { inspection, body, bodyLine };
}

function checkMapping(
  mapping: MappingNode,
  request: InspectionRequest,
  text: string,
  problems: Problem[],
): SkillMetadata {
  const metadata: SkillMetadata = {
    name: checkName(mapping, request.directoryName, problems),
    description: checkDescription(mapping, text, problems),
    license: checkLicense(mapping, problems),
    compatibility: checkCompatibility(mapping, problems),
    metadata: checkMetadata(mapping, problems),
    allowedTools: checkAllowedTools(mapping, problems),
    disableModelInvocation: checkDisableModelInvocation(mapping, problems),
  };
  checkUnknownFields(mapping, problems);
  return metadata;
}

function checkBody(body: string, bodyLine: number, path: string, diagnostics: Diagnostic[]): void {
  const lines = countLines(body);
  if (lines > MAX_BODY_LINES) {
    const message = `The body has ${lines} lines, and ${MAX_BODY_LINES} are advised; move details into files beside it and name them.`;
    const position = { line: bodyLine + MAX_BODY_LINES, column: 1 };
    diagnostics.push(diagnosticAt(path, position, "body.too-long", "information", message));
  }
  const found = findInvisibleInBody(body);
  const [first] = found;
  if (first === undefined) return;
  const position = positionOf(body, first.offset, bodyLine);
  const message = invisibleMessage("The body", found);
  diagnostics.push(diagnosticAt(path, position, "text.invisible-characters", "warning", message));
}

/** Lines of a text; a break at its end doesn't begin another one. */
function countLines(text: string): number {
  if (text === "") return 0;
  const breaks = text.includes("\r")
    ? countLineFeeds(text.replace(/\r\n?/g, "\n"))
    : countLineFeeds(text);
  return /[\r\n]$/.test(text) ? breaks : breaks + 1;
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
