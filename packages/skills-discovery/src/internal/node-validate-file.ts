import type { FileStat, SkillFileSystem } from "../file-system.ts";
import { fixSkill } from "../fix-skill.ts";
import { MAX_SKILL_FILE_BYTES } from "../format-limits.ts";
import type { SkillDiagnostic } from "../types.ts";
import type { FindLinkTarget } from "../types-format.ts";
import type { ValidatedFile } from "../types-report.ts";
import { validateSkill } from "../validate-skill.ts";
import { finding, notRegular, refusalFinding } from "./candidate.ts";
import { checkReferences } from "./check-references.ts";
import type { FoundSkillFile } from "./find-skill-files.ts";
import { lineDifference } from "./line-difference.ts";
import { SKILL_FILE_NAME } from "./listing.ts";
import { seeFile, writeAtomically } from "./node-atomic-write.ts";
import type { FixedFile } from "./node-types.ts";
import { openContained, openPlain } from "./open-contained.ts";
import { baseName, isInside, joinPath, parentPath } from "./paths.ts";
import type { ReadBuffer } from "./read-file.ts";
import { decode, tooLarge } from "./read-skill-file.ts";
import { neutralise } from "./text.ts";

/** One `SKILL.md` to validate. */
export interface FileValidation {
  readonly fileSystem: SkillFileSystem;
  /** One for all files; the next one is read when this one is judged. */
  readonly buffer: ReadBuffer;
  readonly file: FoundSkillFile;
  /** How reports name it. */
  readonly shown: string;
  /** How reports name any file. */
  readonly show: (file: string) => string;
  readonly container: string | null;
  /** The file or directory that was named; nothing outside it is mended. */
  readonly tree: string;
  readonly fix: boolean;
}

/** The verdict on it. */
export interface FileVerdict {
  readonly validated: ValidatedFile;
  /** Why it couldn't be looked at, or mended. */
  readonly unreadable?: string;
  readonly fixed?: FixedFile;
}

export async function validateFile(request: FileValidation): Promise<FileVerdict> {
  const { fileSystem, file, shown, container } = request;
  if (file.kind === "directory" || file.kind === "other") {
    return { validated: refused(shown, notRegular(shown, file.kind)) };
  }
  if (file.name !== SKILL_FILE_NAME) return { validated: refused(shown, misnamed(shown)) };
  const path = joinPath(file.realDirectory, file.name);
  const result =
    container === null && file.kind === "file"
      ? openPlain(fileSystem, path)
      : openContained(fileSystem, path, container);
  if ("refusal" in result) {
    const diagnostic = refusalFinding(result.refusal, shown);
    const isUnread = result.refusal === "unreadable";
    return {
      validated: refused(shown, diagnostic),
      ...(isUnread && { unreadable: diagnostic.message }),
    };
  }
  let bytes: Uint8Array | undefined;
  try {
    bytes = request.buffer.read(result.opened, result.stat, MAX_SKILL_FILE_BYTES);
  } catch {
    const diagnostic = refusalFinding("unreadable", shown);
    return { validated: refused(shown, diagnostic), unreadable: diagnostic.message };
  } finally {
    result.opened.close();
  }
  if (bytes === undefined) {
    return { validated: refused(shown, tooLarge(shown, Number(result.stat.size))) };
  }
  const mended = request.fix ? await mend(request, result, bytes) : {};
  const validated = await validateBytes(request, mended.bytes ?? bytes);
  const { unreadable, fixed, leftAlone = [] } = mended;
  return {
    ...(unreadable !== undefined && { unreadable }),
    ...(fixed !== undefined && { fixed }),
    validated: { ...validated, diagnostics: [...validated.diagnostics, ...leftAlone] },
  };
}

async function validateBytes(request: FileValidation, content: Uint8Array): Promise<ValidatedFile> {
  const { fileSystem, file, shown } = request;
  const directory = file.realDirectory;
  const findTarget: FindLinkTarget = (path) => findIn(fileSystem, directory, path);
  const directoryName = baseName(file.directory);
  const validation = await validateSkill({ content, path: shown, directoryName, findTarget });
  const references = await checkReferences({
    fileSystem,
    directory,
    shownDirectory: shown.includes("/") ? parentPath(shown) : "",
    skillText: () => decode(content),
    findTarget,
  });
  const { valid } = validation;
  const name = validation.name === null ? null : neutralise(validation.name);
  return { path: shown, name, valid, diagnostics: [...validation.diagnostics, ...references] };
}

function findIn(fileSystem: SkillFileSystem, directory: string, path: string) {
  try {
    const realPath = fileSystem.realPath(joinPath(directory, path));
    if (realPath === undefined) return "missing";
    return isInside(realPath, directory) ? "found" : "outside";
  } catch {
    return "missing";
  }
}

/** What came of mending a file; nothing of it where there was nothing to mend. */
interface Mending {
  readonly bytes?: Uint8Array;
  readonly fixed?: FixedFile;
  readonly unreadable?: string;
  /** Why what could be mended was not. */
  readonly leftAlone?: readonly SkillDiagnostic[];
}

/** Writes what is safe to mend; a file that a link leads to outside the tree is left alone. */
async function mend(
  request: FileValidation,
  { realPath, stat }: { readonly realPath: string; readonly stat: FileStat },
  before: Uint8Array,
): Promise<Mending> {
  const { fileSystem, shown, tree } = request;
  const { bytes, fixes } = await fixSkill({ bytes: before });
  const root = fileSystem.realPath(tree);
  if (fixes.length === 0) return {};
  if (root === undefined || !isInside(realPath, root)) {
    return { leftAlone: [outsideTree(shown, request.show(realPath))] };
  }
  try {
    const seen = seeFile(realPath);
    const isSame = seen?.ino === stat.inode && seen.mtimeNs === stat.modifiedNs;
    if (!isSame || !writeAtomically({ file: realPath, content: bytes, seen })) {
      return { unreadable: "It changed while it was mended, and was left alone; try again." };
    }
  } catch {
    return { unreadable: "It can't be written; check the permissions of it and its directory." };
  }
  const changes = fixes.map(({ line, message }) => `line ${line}: ${message}`);
  const difference = lineDifference(shown, decode(before), decode(bytes));
  return { bytes, fixed: { path: shown, changes, difference } };
}

function outsideTree(path: string, target: string): SkillDiagnostic {
  const message = `This file lies behind a link, at ${target}, outside what was named, so --fix leaves it alone; name that file's directory to mend it.`;
  return finding("file.link", "information", path, message);
}

function misnamed(path: string): SkillDiagnostic {
  const message = "Nobody loads this file: a skill's file is called exactly SKILL.md. Rename it.";
  return finding("file.wrong-case", "error", path, message);
}

function refused(path: string, diagnostic: SkillDiagnostic): ValidatedFile {
  return { path, name: null, valid: false, diagnostics: [diagnostic] };
}
