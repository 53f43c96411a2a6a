import type { IntegrityEntry } from "../types-integrity.ts";
import type { Disclosable } from "./disclosure.ts";
import { listFiles } from "./list-files.ts";
import { SKILL_FILE_NAME } from "./listing.ts";
import { openContained } from "./open-contained.ts";
import { joinPath } from "./paths.ts";
import { ReadBuffer } from "./read-file.ts";
import { sha256 } from "./sha256.ts";
import { compareCodeUnits, neutralise } from "./text.ts";

/** Far more than any skill has; a bound for directories that hold everything else too. */
const MAX_MANIFEST_FILES = 10_000;

/** The largest file that is hashed; larger ones count as unreadable. */
const MAX_HASHED_BYTES = 64 * 1_048_576;

/** Hashes of a skill's files, each read from the file that was really opened. */
export function hashFiles(disclosable: Disclosable): {
  readonly files: readonly IntegrityEntry[];
  readonly unreadable: string[];
  readonly partial: boolean;
} {
  const { candidate, fileSystem } = disclosable;
  const { realDirectory } = candidate;
  const hash = fileSystem.hash ?? sha256;
  const listed = listFiles(fileSystem, realDirectory, MAX_MANIFEST_FILES);
  const buffer = new ReadBuffer();
  const files: IntegrityEntry[] = [];
  const unreadable: string[] = [];
  // SKILL.md may be a link that the root's policy lets lead elsewhere.
  const paths = new Set([SKILL_FILE_NAME, ...listed.files.map(({ path }) => path)]);
  for (const path of [...paths].sort(compareCodeUnits)) {
    const container = path === SKILL_FILE_NAME ? candidate.container : realDirectory;
    const result = openContained(fileSystem, joinPath(realDirectory, path), container);
    if ("refusal" in result) {
      unreadable.push(neutralise(path));
      continue;
    }
    try {
      const bytes = buffer.read(result.opened, result.stat, MAX_HASHED_BYTES);
      if (bytes === undefined) unreadable.push(neutralise(path));
      else files.push(Object.freeze({ path, bytes: bytes.length, sha256: hash(bytes) }));
    } catch {
      unreadable.push(neutralise(path));
    } finally {
      result.opened.close();
    }
  }
  return { files: Object.freeze(files), unreadable, partial: listed.partial };
}
