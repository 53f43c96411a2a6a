import type { FileKind } from "../file-system.ts";
import { MAX_SKILL_FILE_BYTES } from "../format-limits.ts";
import type { inspectSkill } from "../inspect-skill.ts";
import type { SkillDiagnostic, SkillInspection } from "../types.ts";
import {
  type Candidate,
  finding,
  notRegular,
  type Reading,
  type RememberedCandidate,
  refusalFinding,
  wrongCase,
} from "./candidate.ts";
import { hashParts } from "./hash-parts.ts";
import { SKILL_FILE_NAME } from "./listing.ts";
import { isLoop, type OpenRefusal, openContained, openPlain } from "./open-contained.ts";
import { baseName, isInside, joinPath } from "./paths.ts";
import { tooLarge } from "./read-skill-file.ts";
import { holds, type Stamp, stampOf } from "./stamp.ts";
import {
  type DirectoryMemory,
  type RootWalk,
  shownBelow,
  shownTarget,
  type Visit,
} from "./walk-context.ts";

/** Where one candidate was found and where its bytes are. */
interface Place {
  readonly memory: DirectoryMemory;
  readonly visit: Visit;
  readonly file: string;
  readonly realFile: string;
  readonly isFileLink: boolean;
  /** How reports show it. */
  readonly shown: string;
}

/**
 * Takes what is called `SKILL.md` in a directory: reads it, or remembers it where its stamp says
 * that nothing changed. A promise only where the inspection has something to load.
 */
export function takeCandidate(
  walk: RootWalk,
  memory: DirectoryMemory,
  visit: Visit,
  kind: FileKind,
): undefined | Promise<void> {
  const { taken } = walk.context;
  // A directory of that name makes no skill of the one that holds it.
  const mark = kind === "directory" ? joinPath(visit.realPath, SKILL_FILE_NAME) : visit.realPath;
  if (taken.has(mark)) return undefined;
  taken.add(mark);
  walk.context.work += 1;
  if (kind === "file" && recall(walk, memory, visit)) return undefined;
  const place = placeOf(memory, visit, SKILL_FILE_NAME);
  if (kind === "file") return readCandidate(walk, place);
  if (kind !== "link") return refuse(walk, place, notRegular(place.shown, kind));
  const found = throughLink(walk, place);
  if (!("refusal" in found)) {
    return recall(walk, memory, visit, found.realFile) ? undefined : readCandidate(walk, found);
  }
  // A root with another policy may still take it.
  if (found.refusal === "outside") taken.delete(mark);
  return refuse(walk, place, refusalFinding(found.refusal, place.shown));
}

/** Reports a file whose name is `SKILL.md` but for case. */
export function takeMisnamed(
  walk: RootWalk,
  memory: DirectoryMemory,
  visit: Visit,
  name: string,
): void {
  const place = placeOf(memory, visit, name);
  if (walk.context.taken.has(place.realFile)) return;
  walk.context.taken.add(place.realFile);
  refuse(walk, place, wrongCase(place.shown));
}

function placeOf(memory: DirectoryMemory, visit: Visit, name: string): Place {
  const realFile = joinPath(visit.realPath, name);
  return {
    memory,
    visit,
    file: visit.path === visit.realPath ? realFile : joinPath(visit.path, name),
    realFile,
    isFileLink: false,
    shown: shownBelow(visit.shown, name),
  };
}

/** Follows a link called `SKILL.md` as far as the root's policy lets it. */
function throughLink(walk: RootWalk, place: Place): Place | { readonly refusal: OpenRefusal } {
  try {
    const realFile = walk.context.fileSystem.realPath(place.realFile);
    if (realFile === undefined) return { refusal: "missing" };
    const escapes = walk.container !== null && !isInside(realFile, walk.container);
    return escapes ? { refusal: "outside" } : { ...place, realFile, isFileLink: true };
  } catch (error) {
    return { refusal: isLoop(error) ? "loop" : "unreadable" };
  }
}

/**
 * Keeps what the last scan read where the file's stamp says that it still holds.
 *
 * @param target - Where a link called `SKILL.md` leads; undefined for a file.
 */
function recall(walk: RootWalk, memory: DirectoryMemory, visit: Visit, target?: string): boolean {
  const { fileSystem, previous } = walk.context;
  for (const known of previous.get(visit.realPath)?.candidates ?? []) {
    const { candidate, stamp } = known;
    if (stamp === undefined || !isSamePlace(candidate, walk, visit)) continue;
    if (candidate.isFileLink ? candidate.realFile !== target : target !== undefined) continue;
    try {
      const stat = fileSystem.lstat(candidate.realFile);
      if (stat === undefined || !holds(stamp, stat)) return false;
    } catch {
      return false;
    }
    memory.candidates.push(known);
    walk.candidates.push(candidate);
    return true;
  }
  return false;
}

/**
 * Keeps a skill's directory as a whole where it and its `SKILL.md` are as they were: what most of
 * a refresh comes to, without anything made anew.
 */
export function recallSkill(walk: RootWalk, visit: Visit): boolean {
  const { context } = walk;
  const { fileSystem } = context;
  const known = context.previous.get(visit.realPath);
  // The same visit was made from the same names in the directory above.
  if (known?.visit !== visit || visit.level === 0 || known.candidates.length !== 1) return false;
  const { skill, wrongCase, links } = known.listing;
  if (skill !== "file" || wrongCase.length > 0 || links.length > 0) return false;
  const [{ candidate, stamp }] = known.candidates as [RememberedCandidate];
  if (stamp === undefined || candidate.isFileLink) return false;
  if (!isSamePlace(candidate, walk, visit)) return false;
  try {
    const directory = fileSystem.stat(visit.realPath);
    if (directory === undefined || !holds(known.stamp, directory)) return false;
    const file = fileSystem.lstat(candidate.realFile);
    if (file === undefined || !holds(stamp, file)) return false;
  } catch {
    return false;
  }
  context.work += 2;
  context.taken.add(visit.realPath);
  context.next.set(visit.realPath, known);
  walk.candidates.push(candidate);
  return true;
}

function isSamePlace(candidate: Candidate, walk: RootWalk, visit: Visit): boolean {
  return (
    candidate.rootIndex === walk.rootIndex &&
    candidate.directory === visit.path &&
    candidate.realDirectory === visit.realPath &&
    candidate.realRoot === walk.realPath &&
    candidate.container === walk.container
  );
}

function readCandidate(walk: RootWalk, place: Place): undefined | Promise<void> {
  const { context } = walk;
  const { shown } = place;
  context.work += 7;
  const result =
    walk.container === null
      ? openPlain(context.fileSystem, place.realFile)
      : openContained(context.fileSystem, place.realFile, walk.container);
  if ("refusal" in result) return refuse(walk, place, refusalFinding(result.refusal, shown));
  let bytes: Uint8Array | undefined;
  try {
    bytes = context.buffer.read(result.opened, result.stat, MAX_SKILL_FILE_BYTES);
  } catch {
    return refuse(walk, place, refusalFinding("unreadable", shown));
  } finally {
    result.opened.close();
  }
  const stamp = stampOf(result.stat, context.fileSystem);
  if (bytes === undefined) {
    return refuse(walk, place, tooLarge(shown, Number(result.stat.size)), stamp);
  }
  if (inspect !== undefined) return judge(walk, place, bytes, stamp);
  const content = bytes;
  return loadInspect().then(() => judge(walk, place, content, stamp));
}

/** Half of this package judges files; where there is no skill, it isn't loaded. */
let inspect: typeof inspectSkill | undefined;

async function loadInspect(): Promise<void> {
  ({ inspectSkill: inspect } = await import("../inspect-skill.ts"));
}

function judge(
  walk: RootWalk,
  place: Place,
  bytes: Uint8Array,
  stamp: Stamp,
): undefined | Promise<void> {
  const { frontmatterHash, bodyHash } = hashParts(bytes, walk.context.fileSystem);
  const inspection = (inspect as typeof inspectSkill)({
    bytes,
    path: place.shown,
    directoryName: baseName(place.visit.path),
    scope: "frontmatter",
  });
  const accept = (value: SkillInspection): void => {
    const reading = { bytes: bytes.length, frontmatterHash, bodyHash, inspection: value };
    keep(walk, place, reading, NO_FINDINGS, stamp);
  };
  if ("then" in inspection) return inspection.then(accept);
  accept(inspection);
  return undefined;
}

const NO_FINDINGS: readonly SkillDiagnostic[] = Object.freeze([]);

function refuse(
  walk: RootWalk,
  place: Place,
  diagnostic: SkillDiagnostic,
  stamp?: Stamp,
): undefined {
  keep(walk, place, null, [diagnostic], stamp);
}

/** What was read anew and is the same as before leaves the candidate of the last scan in place. */
function keep(
  walk: RootWalk,
  place: Place,
  reading: Reading | null,
  findings: readonly SkillDiagnostic[],
  stamp: Stamp | undefined,
): void {
  const known = walk.context.previous
    .get(place.visit.realPath)
    ?.candidates.find(
      ({ candidate }) =>
        isSamePlace(candidate, walk, place.visit) &&
        candidate.file === place.file &&
        candidate.realFile === place.realFile &&
        isSameContent(candidate, reading, findings),
    );
  const candidate = known?.candidate ?? toCandidate(walk, place, reading, findings);
  walk.candidates.push(candidate);
  place.memory.candidates.push({ candidate, stamp });
}

function isSameContent(
  known: Candidate,
  reading: Reading | null,
  findings: readonly SkillDiagnostic[],
): boolean {
  if (reading === null || known.reading === null) {
    return reading === known.reading && findings[0]?.message === known.diagnostics[0]?.message;
  }
  return (
    reading.bodyHash === known.reading.bodyHash &&
    reading.frontmatterHash === known.reading.frontmatterHash
  );
}

function toCandidate(
  walk: RootWalk,
  place: Place,
  reading: Reading | null,
  findings: readonly SkillDiagnostic[],
): Candidate {
  const { root, rootIndex, container } = walk;
  const { visit, file, realFile, isFileLink, shown } = place;
  const isLinked = realFile !== joinPath(walk.realPath, file.slice(root.path.length + 1));
  const linkTarget = isLinked ? shownTarget(walk, realFile) : null;
  const message = `Reached through a link; the file is ${linkTarget}.`;
  const diagnostics =
    linkTarget === null
      ? findings
      : [...findings, finding("file.link", "information", shown, message)];
  return {
    root,
    rootIndex,
    path: shown,
    directory: visit.path,
    file,
    realDirectory: visit.realPath,
    realFile,
    isFileLink,
    realRoot: walk.realPath,
    container,
    linkTarget,
    reading,
    diagnostics,
  };
}
