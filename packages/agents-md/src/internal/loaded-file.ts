import type { InstructionDiagnostic, InstructionKind } from "../types.ts";

/** A candidate that exists, before the budget is looked at. */
export interface LoadedFile {
  readonly path: string;
  readonly name: string;
  /** Names from the root to its directory; `undefined` for the global file. */
  readonly directory: readonly string[] | undefined;
  readonly kind: InstructionKind;
  readonly outcome: "text" | "empty" | "unreadable" | "refused" | "shadowed" | "alias";
  /** Names the real file. */
  readonly identity: string;
  /** A second name of the real file, as the system numbers it. */
  readonly fileId: string | undefined;
  readonly bytes: number | null;
  readonly tokens: number | null;
  readonly sha256: string | null;
  /** The text's first bytes: as many as a budget could ever keep, and a few to see the character after. */
  readonly head: Uint8Array;
  /** The whole text, if it is one short line: it may be a symlink's target. */
  readonly onlyLine: string | undefined;
  /** Of an alias: the winner of its directory, which is the same file. */
  readonly winner: LoadedFile | undefined;
  /** What the reason says beyond the outcome. */
  readonly note: string;
}

/** The candidates of one directory. */
export interface LoadedDirectory {
  /** False when there is no such directory. */
  readonly exists: boolean;
  /** The winner first, then what it shadows. */
  readonly files: readonly LoadedFile[];
  /** Names in the directory that are a candidate's, or differ from it in case, in order. */
  readonly names: readonly string[];
  readonly diagnostics: readonly InstructionDiagnostic[];
}
