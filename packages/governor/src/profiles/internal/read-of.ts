import type { ReadObservation } from "../../types.ts";
import { normalised } from "./text.ts";

/** Lines of a file, from 1; without a count to its end. */
export interface LineRange {
  readonly first: number;
  readonly count: number | undefined;
}

/** All lines. */
export const WHOLE_FILE: LineRange = { first: 1, count: undefined };

/** What a read returned. */
export interface Shown {
  readonly path: string;
  /**
   * What was asked for, where the tool returned all there is of it; what it returned, where the
   * tool cut it short.
   */
  readonly range: LineRange;
  /** Without line numbers and notes. */
  readonly text: string;
  /** Lines were shortened: such a text is no measure for one with whole lines. */
  readonly hasCutLines?: boolean;
}

/** A read whose text can be compared with that of other reads of the same lines. */
export function readOf({ path, range, text, hasCutLines = false }: Shown): ReadObservation {
  const { first, count } = range;
  const compareText = normalised(text);
  const isWhole = first === 1 && count === undefined;
  if (isWhole && !hasCutLines) return { kind: "read", path, compareText };
  const rangeKey = `${first}+${count ?? ""}${hasCutLines ? " cut" : ""}`;
  if (isWhole) return { kind: "read", path, compareText, rangeKey };
  return {
    kind: "read",
    path,
    startLine: first,
    ...(count === undefined ? {} : { limit: count }),
    compareText,
    rangeKey,
  };
}

/**
 * A read of which nobody can say what part of the file it shows: nothing but a change of the file
 * makes it stale, and it makes nothing stale.
 */
export function unclearRead(path: string): ReadObservation {
  return { kind: "read", path };
}

/** The lines that two bounds stand for, both included; without a last one to the end. */
export function rangeBetween(first: number, last: number | undefined): LineRange {
  return { first, count: last === undefined ? undefined : last - first + 1 };
}
