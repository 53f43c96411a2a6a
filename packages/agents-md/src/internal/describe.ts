import { escapePath } from "../escape-path.ts";
import type {
  InstructionDelivery,
  InstructionDiagnostic,
  InstructionFile,
  InstructionScope,
} from "../types.ts";
import type { Context } from "./context.ts";
import { diagnostic } from "./diagnostic.ts";
import { isAtOrAbove } from "./path.ts";
import type { PlannedFile } from "./plan-budget.ts";

/** Global, on the way to the working directory, or elsewhere. */
export function scopeOf(
  context: Context,
  directory: readonly string[] | undefined,
): InstructionScope {
  if (directory === undefined) return "global";
  return isAtOrAbove(directory, context.cwdSegments) ? "project" : "nested";
}

function deliveryOf(scope: InstructionScope): InstructionDelivery {
  return scope === "nested" ? "attached" : "eager";
}

/** The value of a planned file, keys in the order in which they are serialised. */
export function describeFile(context: Context, planned: PlannedFile): InstructionFile {
  const { file } = planned;
  const scope = scopeOf(context, file.directory);
  return {
    path: file.path,
    scope,
    kind: file.kind,
    status: planned.status,
    delivery: deliveryOf(scope),
    bytes: file.bytes,
    loadedBytes: planned.kept.length,
    tokens: file.tokens,
    sha256: file.sha256,
    reason: reasonOf(planned),
  };
}

function reasonOf({ file, status, cut, kept, countsAt }: PlannedFile): string {
  switch (status) {
    case "loaded":
      return `${place(file.directory)}; it fits the budget whole`;
    case "truncated":
      return `${keptOf(kept.length, file.bytes)}, ${cut === undefined ? "" : whereCut(cut)}: no more of it fits the budget`;
    case "dropped":
      return `closer files fill the budget: 0 of ${file.bytes} bytes are kept`;
    case "shadowed":
      return `${file.note} beside it comes first`;
    case "empty":
      return `nothing but white space: it wins its directory and adds nothing${file.note && `; it shadows ${file.note}`}`;
    case "duplicate":
      return `the same file as ${countsAt === undefined ? "another" : escapePath(countsAt.path)}, where it counts`;
    case "unreadable":
      return `the system would not give it (${file.note}); it wins its directory`;
    case "refused":
      return `${file.note}; it wins its directory`;
  }
}

function place(directory: readonly string[] | undefined): string {
  if (directory === undefined) return "the global file";
  return directory.length === 0 ? "first of the workspace root" : "first of its directory";
}

function keptOf(kept: number, bytes: number | null): string {
  return `the first ${kept} of ${bytes} bytes are kept`;
}

/** Where a cut is, in words. */
export function whereCut(cut: { readonly line: number; readonly atLineEnd: boolean }): string {
  return cut.atLineEnd
    ? `up to the end of line ${cut.line}`
    : `up to the middle of line ${cut.line}`;
}

/** What the budget did to a file, for the people who can shorten it. */
export function budgetDiagnostics(
  context: Context,
  files: readonly PlannedFile[],
): readonly InstructionDiagnostic[] {
  const mend = "Make the files shorter, or raise maxBytes.";
  return files.flatMap(({ file, status, cut, kept }): InstructionDiagnostic[] => {
    const { path } = file;
    const whose = file.directory === undefined ? "The global file" : "The file";
    if (status === "dropped") {
      const message = `${whose} is left out: closer files fill the budget of ${context.maxBytes} bytes, and 0 of its ${file.bytes} bytes are kept. ${mend}`;
      return [diagnostic("budget.dropped", "warning", path, message)];
    }
    if (status !== "truncated" || cut === undefined) return [];
    const message = `${whose} is cut to fit the budget of ${context.maxBytes} bytes: ${keptOf(kept.length, file.bytes)}, ${whereCut(cut)}. ${mend}`;
    return [diagnostic("budget.truncated", "warning", path, message, cut)];
  });
}
