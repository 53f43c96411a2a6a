import type { InstructionStatus } from "../types.ts";
import { type Cut, cutText } from "./cut-text.ts";
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
  const counted = new Map<string, LoadedFile>();
  const budget = { room: maxBytes, isFull: false };
  for (const file of [...files].reverse()) {
    const names = namesOf(file);
    const closer = names.map((name) => counted.get(name)).find((other) => other !== undefined);
    if (file.outcome === "alias") {
      planned.push(plan(file, "duplicate", { countsAt: closer ?? file.winner }));
    } else if (file.outcome !== "text") {
      planned.push(plan(file, file.outcome));
    } else if (closer !== undefined) {
      planned.push(plan(file, "duplicate", { countsAt: closer }));
    } else {
      for (const name of names) counted.set(name, file);
      planned.push(take(file, budget));
    }
  }
  return planned.reverse();
}

/** Whether it has content that the budget was asked for. */
export function isCounted({ status }: PlannedFile): boolean {
  return status === "loaded" || status === "truncated" || status === "dropped";
}

/** Keys under which an equal real file is found. */
function namesOf({ identity, fileId }: LoadedFile): readonly string[] {
  return fileId === undefined ? [`path ${identity}`] : [`path ${identity}`, `id ${fileId}`];
}

/** Takes what is left for one file. */
function take(file: LoadedFile, budget: { room: number; isFull: boolean }): PlannedFile {
  const bytes = file.bytes ?? 0;
  if (budget.isFull) return plan(file, "dropped");
  if (bytes <= budget.room) {
    budget.room -= bytes;
    return plan(file, "loaded", { kept: file.head });
  }
  budget.isFull = true;
  // A file that was not read to its end may have fewer bytes here than there is room for.
  const cut = cutText(file.head, Math.min(budget.room, file.head.length));
  if (cut.bytes === 0) return plan(file, "dropped");
  return plan(file, "truncated", { kept: file.head.subarray(0, cut.bytes), cut });
}

function plan(
  file: LoadedFile,
  status: InstructionStatus,
  { kept = NOTHING, cut, countsAt }: Partial<PlannedFile> = {},
): PlannedFile {
  return { file, status, kept, cut, countsAt };
}
