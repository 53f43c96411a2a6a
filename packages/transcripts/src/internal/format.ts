import type { AgentName, FormatName } from "../types.ts";
import type { SessionBuilder } from "./session-builder.ts";

/** One parsed record: a line, one of several values on a line, or a whole document. */
export interface RecordEntry {
  readonly value: unknown;
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Position among all records of the source, from 0. */
  readonly index: number;
  /** Length of its text, in UTF-16 units; 0 for a record that came parsed. */
  readonly length: number;
}

/**
 * How sure a format is that a record is its own, from the record's content alone.
 * 0: not mine. 1: could be mine (a record that other formats have too). 2: only mine.
 */
export type Match = 0 | 1 | 2;

/**
 * A format that can be read. Records are pushed one at a time, so that a file of any size is read
 * in memory in proportion to what is kept; a document format gets its document as the first record.
 * Neither `matches` nor a reader ever throws, whatever the value is.
 */
export interface Format {
  readonly name: FormatName;
  readonly agent: AgentName | undefined;
  /** How the list of known formats calls it, for example `Claude Code session (JSONL)`. */
  readonly label: string;
  matches(value: unknown): Match;
  /** Starts reading; everything found is told to the builder. */
  open(session: SessionBuilder): FormatReader;
}

/** Reads the records of one source. */
export interface FormatReader {
  push(entry: RecordEntry): void;
  /** Called once, after the last record. */
  finish(): void;
}
