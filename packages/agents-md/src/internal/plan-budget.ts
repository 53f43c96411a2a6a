import type { InstructionStatus } from "../types.ts";
import { type Cut, cutText } from "./cut-text.ts";
import { isSameFile } from "./load-directory.ts";
import type { LoadedFile } from "./loaded-file.ts";

/** A file with what the budget leaves of it. */
export interface PlannedFile {
  readonly file: LoadedFile;
  readonly status: InstructionStatus;
  /** What the model gets. */
  readonly kept: Uint8Array;
  /** Of a truncated file. */
  readonly cut: Cut | undefined;
  /** Of a duplicate: the entry that counts. */
  readonly countsAt: LoadedFile | undefined;
}

const NOTHING = new Uint8Array(0);

/**
 * Shares the budget out among the files of one path, closest first: whole files while they fit,
 * then the beginning of one, then nothing.
 *
 * @param files - global first, then from the root to the closest
 */
export function planBudget(files: readonly LoadedFile[], maxBytes: number): readonly PlannedFile[] {
  const planned: PlannedFile[] = [];
  const counted: LoadedFile[] = [];
  let room = maxBytes;
  let full = false;
  for (const file of [...files].reverse()) {
    const plan = (
      status: InstructionStatus,
      kept: Uint8Array = NOTHING,
      cut?: Cut,
      countsAt?: LoadedFile,
    ): void => {
      planned.push({ file, status, kept, cut, countsAt });
    };
    const bytes = file.bytes ?? 0;
    if (file.outcome === "alias") {
      const winner = files.find((other) => isWinnerBeside(other, file));
      plan("duplicate", NOTHING, undefined, winner);
      continue;
    }
    if (file.outcome !== "text") {
      plan(file.outcome);
      continue;
    }
    const closer = counted.find((other) => isSameFile(other, file));
    if (closer !== undefined) {
      plan("duplicate", NOTHING, undefined, closer);
      continue;
    }
    counted.push(file);
    if (full) {
      plan("dropped");
    } else if (bytes <= room) {
      room -= bytes;
      plan("loaded", file.head);
    } else {
      full = true;
      // A file that was not read to its end may have fewer bytes here than there is room for.
      const cut = cutText(file.head, Math.min(room, file.head.length));
      if (cut.bytes === 0) plan("dropped");
      else plan("truncated", file.head.subarray(0, cut.bytes), cut);
    }
  }
  return planned.reverse();
}

function isWinnerBeside(other: LoadedFile, alias: LoadedFile): boolean {
  return (
    other.name === alias.note &&
    other.directory?.join("/") === alias.directory?.join("/") &&
    (other.directory === undefined) === (alias.directory === undefined)
  );
}
