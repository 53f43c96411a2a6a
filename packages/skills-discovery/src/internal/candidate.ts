import type { FileKind } from "../file-system.ts";
import type {
  SkillDiagnostic,
  SkillDiagnosticCode,
  SkillInspection,
  SkillScope,
} from "../types.ts";
import type { SkillRoot } from "../types-snapshot.ts";
import type { OpenRefusal } from "./open-contained.ts";
import type { Stamp } from "./stamp.ts";

/** What a `SKILL.md` held when it was read. Nothing of its body is kept. */
export interface Reading {
  readonly bytes: number;
  /** SHA-256 of what stands before the body, and of the body. */
  readonly frontmatterHash: string;
  readonly bodyHash: string;
  readonly inspection: SkillInspection;
}

/** Something of the name `SKILL.md` (or nearly so) that a scan came upon. */
export interface Candidate {
  readonly root: SkillRoot;
  readonly rootIndex: number;
  /** Shown form of the file. */
  readonly path: string;
  /** As reached from the root, absolute. */
  readonly directory: string;
  readonly file: string;
  readonly realDirectory: string;
  readonly realFile: string;
  /** `SKILL.md` itself is a link. */
  readonly isFileLink: boolean;
  readonly realRoot: string;
  /** Real path that the file has to lie in; null where it may lie anywhere. */
  readonly container: string | null;
  /** Shown form of the real file where a link below the root led to it. */
  readonly linkTarget: string | null;
  /** Null where it could not be read. */
  readonly reading: Reading | null;
  /** Findings of discovery itself. */
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** A candidate with the stamp that makes a second reading needless; undefined: always read. */
export interface RememberedCandidate {
  readonly candidate: Candidate;
  readonly stamp: Stamp | undefined;
}

/** A candidate that could be loaded, as collisions are decided on it. */
export interface Contender {
  readonly name: string;
  readonly scope: SkillScope;
  readonly plugin: string | null;
  readonly rootIndex: number;
  readonly path: string;
  readonly source: Candidate;
  readonly reading: Reading;
}

/** A finding about a directory, or about a file as a whole. */
export function finding(
  code: SkillDiagnosticCode,
  severity: SkillDiagnostic["severity"],
  path: string,
  message: string,
): SkillDiagnostic {
  return Object.freeze({ code, severity, path, line: null, column: null, message });
}

const KIND_NAMES: Readonly<Record<FileKind, string>> = {
  file: "a file",
  directory: "a directory",
  link: "a link",
  other: "a FIFO, socket or device",
};

export function notRegular(path: string, kind: FileKind): SkillDiagnostic {
  const message = `SKILL.md is ${KIND_NAMES[kind]}, not a regular file; it was not opened. Rename it, or put a file in its place.`;
  return finding("file.not-regular", "error", path, message);
}

export function wrongCase(path: string): SkillDiagnostic {
  const message = "Not loaded: a skill's file is called exactly SKILL.md. Rename it.";
  return finding("file.wrong-case", "warning", path, message);
}

/** Why a `SKILL.md` was not read, as a finding. */
export function refusalFinding(refusal: OpenRefusal, path: string): SkillDiagnostic {
  switch (refusal) {
    case "outside":
      return finding(
        "file.link-outside",
        "error",
        path,
        "A link leads out of the workspace root; a project's skills are read from inside it only. Copy the file, or configure its directory as a root.",
      );
    case "not-regular":
      return finding(
        "file.not-regular",
        "error",
        path,
        "SKILL.md is not a regular file; it was not read. Put a file in its place.",
      );
    case "loop":
      return finding(
        "file.unreadable",
        "error",
        path,
        "The link leads to itself. Mend or remove it.",
      );
    case "missing":
      return finding(
        "file.unreadable",
        "error",
        path,
        "The file is not there: its link leads nowhere, or it vanished while it was read. Mend the link, or look again.",
      );
    case "unreadable":
      return finding(
        "file.unreadable",
        "error",
        path,
        "The file could not be read. Check its permissions and those of its directories.",
      );
  }
}
