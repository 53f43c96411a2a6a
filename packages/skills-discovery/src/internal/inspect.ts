import type { SkillDiagnostic, SkillInspection, SkillMetadata } from "../types.ts";
import { checkAllowedTools } from "./check-allowed-tools.ts";
import { checkBody, countLineFeeds } from "./check-body.ts";
import { checkDescription } from "./check-description.ts";
import {
  checkCompatibility,
  checkDisableModelInvocation,
  checkLicense,
  checkMetadata,
  checkUnknownFields,
} from "./check-fields.ts";
import { checkInvisible } from "./check-invisible.ts";
import { checkName } from "./check-name.ts";
import { type Frontmatter, readFrontmatter } from "./frontmatter.ts";
import { placeProblems, sortDiagnostics } from "./positions.ts";
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

/** What is known of a file before its frontmatter is read; holds nothing of its bytes. */
interface PreparedFile {
  readonly path: string;
  readonly directoryName: string | undefined;
  readonly parts: SkillFileParts;
  readonly diagnostics: SkillDiagnostic[];
  /** Size in bytes. */
  readonly size: number;
  readonly body: string | undefined;
}

/**
 * Judges one file; a promise only where the YAML parser has to be loaded first. The bytes are
 * looked at before this returns, so that their memory may be used again at once.
 */
export function inspectFile(request: InspectionRequest): InspectedFile | Promise<InspectedFile> {
  const { bytes, path, directoryName, isWhole } = request;
  const file = readSkillFile(bytes, path);
  const { parts, diagnostics } = file;
  if (parts === undefined) return withoutFrontmatter(file, isWhole);
  const body = isWhole ? decode(bytes.subarray(parts.bodyStart)) : undefined;
  const end = body === undefined ? parts.bodyStart : bytes.length;
  checkEncoding(file, end, [parts.frontmatter, body ?? ""]);
  const prepared = { path, directoryName, parts, diagnostics, size: bytes.length, body };
  const frontmatter = readFrontmatter(parts.frontmatter);
  if (frontmatter instanceof Promise) {
    return frontmatter.then((read) => withFrontmatter(prepared, read));
  }
  return withFrontmatter(prepared, frontmatter);
}

function withoutFrontmatter(file: SkillFile, isWhole: boolean): InspectedFile {
  const { bytes, diagnostics } = file;
  const isText = diagnostics.every(
    ({ code }) => code !== "file.too-large" && code !== "file.nul-byte",
  );
  if (isWhole && isText) checkEncoding(file, bytes.length, [decode(bytes)]);
  const inspection: SkillInspection = {
    metadata: NO_METADATA,
    diagnostics: sortDiagnostics(diagnostics),
    rejected: true,
    bodyOffset: null,
    bytes: bytes.length,
  };
  return { inspection, body: undefined, bodyLine: 1 };
}

function withFrontmatter(file: PreparedFile, frontmatter: Frontmatter): InspectedFile {
  const { path, diagnostics, parts, body } = file;
  const text = parts.frontmatter;
  const { mapping } = frontmatter;
  const problems: Problem[] = [...frontmatter.problems];
  const metadata =
    mapping === undefined ? NO_METADATA : checkMapping(mapping, file.directoryName, text, problems);
  checkInvisible(mapping, text, problems);
  diagnostics.push(...placeProblems(problems, path, text));
  const bodyLine = body === undefined ? 1 : 2 + countLineFeeds(text) + 1;
  if (body !== undefined) checkBody(body, bodyLine, path, diagnostics);
  const inspection: SkillInspection = {
    metadata,
    diagnostics: sortDiagnostics(diagnostics),
    rejected: mapping === undefined || problems.some(({ rejects }) => rejects),
    bodyOffset: parts.bodyOffset,
    bytes: file.size,
  };
  return { inspection, body, bodyLine };
}

function checkMapping(
  mapping: MappingNode,
  directoryName: string | undefined,
  text: string,
  problems: Problem[],
): SkillMetadata {
  const metadata: SkillMetadata = {
    name: checkName(mapping, directoryName, problems),
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
