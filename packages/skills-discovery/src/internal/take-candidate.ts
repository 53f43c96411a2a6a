import type { FileKind } from "../file-system.ts";
import { MAX_SKILL_FILE_BYTES } from "../format-limits.ts";
import { inspectSkill } from "../inspect-skill.ts";
import type { Diagnostic, SkillInspection } from "../types.ts";
import type { Candidate, Reading } from "./candidate.ts";
import { finding, notRegular, refusalFinding, wrongCase } from "./candidate.ts";
import { hashParts } from "./hash-parts.ts";
import { SKILL_FILE_NAME } from "./listing.ts";
import type { OpenRefusal, OpenResult } from "./open-contained.ts";
import { isLoop, openContained } from "./open-contained.ts";
import { baseName, isInside, joinPath } from "./paths.ts";
import { tooLarge } from "./read-skill-file.ts";
import type { Stamp } from "./stamp.ts";
import { holds, stampOf } from "./stamp.ts";
import type { RootWalk, Visit } from "./walk-context.ts";
import { shown, shownTarget } from "./walk-context.ts";

/** Where one `SKILL.md` was found and where its bytes are. */
interface Place {
  readonly key: string;
  readonly visit: Visit;
  readonly file: string;
  readonly realFile: string;
}

/**
 * Takes what is called `SKILL.md` in a directory: reads it, or remembers it where its stamp says
 * that nothing changed. A promise only where the inspection has to load the YAML parser.
 */
export function takeCandidate(
  walk: RootWalk,
  visit: Visit,
  kind: FileKind,
): undefined | Promise<void> {
  const { taken } = walk.context;
  const place = placeOf(walk, visit, SKILL_FILE_NAME);
  // A directory of that name makes no skill of the one that holds it.
  const mark = kind === "directory" ? place.realFile : visit.realPath;
  if (taken.has(mark)) return undefined;
  taken.add(mark);
  walk.context.work += 1;
  const path = shown(walk, place.file);
  if (kind !== "file" && kind !== "link") return refuse(walk, place, notRegular(path, kind));
  const found = kind === "link" ? throughLink(walk, place) : place;
  if ("refusal" in found) {
    // A root with another policy may still take it.
    if (found.refusal === "outside") taken.delete(mark);
    return refuse(walk, place, refusalFinding(found.refusal, path));
  }
  return recall(walk, found) ? undefined : readCandidate(walk, found);
}

/** Reports a file whose name is `SKILL.md` but for case. */
export function takeMisnamed(walk: RootWalk, visit: Visit, name: string): void {
  const place = placeOf(walk, visit, name);
  if (walk.context.taken.has(place.realFile)) return;
  walk.context.taken.add(place.realFile);
  refuse(walk, place, wrongCase(shown(walk, place.file)));
}

function placeOf(walk: RootWalk, visit: Visit, name: string): Place {
  const file = joinPath(visit.path, name);
  const realFile = joinPath(visit.realPath, name);
  return { key: `${walk.rootIndex}:${file}`, visit, file, realFile };
}

/** Follows a link called `SKILL.md` as far as the root's policy lets it. */
function throughLink(walk: RootWalk, place: Place): Place | { readonly refusal: OpenRefusal } {
  try {
    const realFile = walk.context.fileSystem.realPath(place.realFile);
    if (realFile === undefined) return { refusal: "missing" };
    const escapes = walk.container !== null && !isInside(realFile, walk.container);
    return escapes ? { refusal: "outside" } : { ...place, realFile };
  } catch (error) {
    return { refusal: isLoop(error) ? "loop" : "unreadable" };
  }
}

/** Keeps what the last scan read where the file's stamp says that it still holds. */
function recall(walk: RootWalk, place: Place): boolean {
  const { fileSystem, previous, next } = walk.context;
  const known = previous.candidates.get(place.key);
  if (known?.stamp === undefined || !isSamePlace(known.candidate, walk, place)) return false;
  try {
    const stat = fileSystem.lstat(place.realFile);
    if (stat === undefined || !holds(known.stamp, stat)) return false;
  } catch {
    return false;
  }
  next.candidates.set(place.key, known);
  walk.candidates.push(known.candidate);
  return true;
}

function isSamePlace(candidate: Candidate, walk: RootWalk, place: Place): boolean {
  return (
    candidate.realFile === place.realFile &&
    candidate.realDirectory === place.visit.realPath &&
    candidate.realRoot === walk.realPath &&
    candidate.container === walk.container
  );
}

function readCandidate(walk: RootWalk, place: Place): undefined | Promise<void> {
  const { context } = walk;
  context.work += 7;
  const path = shown(walk, place.file);
  const result = open(walk, place);
  if ("refusal" in result) return refuse(walk, place, refusalFinding(result.refusal, path));
  let bytes: Uint8Array | undefined;
  try {
    bytes = context.buffer.read(result.opened, result.stat, MAX_SKILL_FILE_BYTES);
  } catch {
    return refuse(walk, place, refusalFinding("unreadable", path));
  } finally {
    result.opened.close();
  }
  const stamp = stampOf(result.stat, context.fileSystem);
  if (bytes === undefined)
    return refuse(walk, place, tooLarge(path, Number(result.stat.size)), stamp);
  const parts = { ...hashParts(bytes, context.fileSystem), bytes: bytes.length };
  const directoryName = baseName(place.visit.path);
  const inspection = inspectSkill({ bytes, path, directoryName, scope: "frontmatter" });
  const accept = (value: SkillInspection): void =>
    keep(walk, place, { ...parts, inspection: value }, [], stamp);
  if ("then" in inspection) return inspection.then(accept);
  accept(inspection);
  return undefined;
}

/** Where links may lead anywhere, there is no directory that an opened file has to lie in. */
function open(walk: RootWalk, place: Place): OpenResult {
  const { fileSystem } = walk.context;
  if (walk.container !== null) return openContained(fileSystem, place.realFile, walk.container);
  try {
    const opened = fileSystem.openFile(place.realFile);
    if (opened === undefined) return { refusal: "missing" };
    const stat = opened.stat();
    if (stat.kind === "file") return { opened, stat, realPath: place.realFile };
    opened.close();
    return { refusal: "not-regular" };
  } catch {
    return { refusal: "unreadable" };
  }
}

function refuse(walk: RootWalk, place: Place, diagnostic: Diagnostic, stamp?: Stamp): undefined {
  keep(walk, place, null, [diagnostic], stamp);
}

/** What was read anew and is the same as before leaves the candidate of the last scan in place. */
function keep(
  walk: RootWalk,
  place: Place,
  reading: Reading | null,
  findings: readonly Diagnostic[],
  stamp: Stamp | undefined,
): void {
  const known = walk.context.previous.candidates.get(place.key)?.candidate;
  const candidate =
    known !== undefined &&
    isSamePlace(known, walk, place) &&
    isSameContent(known, reading, findings)
      ? known
      : toCandidate(walk, place, reading, findings);
  walk.candidates.push(candidate);
  walk.context.next.candidates.set(place.key, { candidate, stamp });
}

function isSameContent(
  known: Candidate,
  reading: Reading | null,
  findings: readonly Diagnostic[],
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
  findings: readonly Diagnostic[],
): Candidate {
  const { root, rootIndex, container } = walk;
  const { visit, file, realFile } = place;
  const isLinked = realFile !== joinPath(walk.realPath, file.slice(root.path.length + 1));
  const path = shown(walk, file);
  const linkTarget = isLinked ? shownTarget(walk, realFile) : null;
  const linkFinding =
    linkTarget === null
      ? []
      : [
          finding(
            "file.link",
            "information",
            path,
            `Reached through a link; the file is ${linkTarget}.`,
          ),
        ];
  return Object.freeze({
    root,
    rootIndex,
    path,
    directory: visit.path,
    file,
    realDirectory: visit.realPath,
    realFile,
    realRoot: walk.realPath,
    container,
    linkTarget,
    reading,
    diagnostics: Object.freeze([...findings, ...linkFinding]),
  });
}
