import { demandArgument } from "./internal/arguments.ts";
import { FormatDetector } from "./internal/detect.ts";
import { Diagnostics } from "./internal/diagnostics.ts";
import { DocumentGatherer } from "./internal/document-gatherer.ts";
import { LineSplitter } from "./internal/line-splitter.ts";
import { type ReadTranscriptOptions, takeReadOptions } from "./internal/read-options.ts";
import { RecordReader } from "./internal/record-reader.ts";
import { SessionBuilder } from "./internal/session-builder.ts";
import { TextDecoding } from "./internal/text-decoding.ts";
import { DEFAULT_MAX_DOCUMENT_LENGTH, DEFAULT_MAX_LINE_BYTES } from "./limits.ts";
import type { TranscriptSession } from "./types.ts";

export type { ReadTranscriptOptions } from "./internal/read-options.ts";

/** Reads a session piece by piece. */
export interface TranscriptReader {
  /** Text or bytes; pieces may be cut anywhere, inside a character too. */
  push(piece: string | Uint8Array): void;
  /** A record that was parsed already, as if it stood on a line of its own. */
  pushRecord(record: unknown): void;
  /**
   * Ends reading; nothing may be pushed after it.
   *
   * @throws TranscriptsError `unknown_format`.
   */
  finish(): TranscriptSession;
}

/**
 * The reader under `readTranscript`, for a host that has its own source of pieces.
 *
 * @throws TranscriptsError `invalid_argument`, `invalid_option`; `push` also `invalid_argument`.
 */
export function createTranscriptReader(given: ReadTranscriptOptions = {}): TranscriptReader {
  const options = takeReadOptions(given);
  const diagnostics = new Diagnostics(options.path);
  const session = new SessionBuilder(diagnostics);
  const detector = new FormatDetector(session);
  const maxDocumentLength = options.maxDocumentLength ?? DEFAULT_MAX_DOCUMENT_LENGTH;
  const records = new RecordReader((entry) => detector.push(entry), diagnostics, maxDocumentLength);
  const documents = new DocumentGatherer(records, maxDocumentLength);
  const maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
  const lines = new LineSplitter(documents, maxLineBytes);
  const decoding = new TextDecoding(lines, maxLineBytes);
  let pushed = 0;
  return {
    push: (piece) => {
      if (typeof piece !== "string") {
        demandArgument(() => piece instanceof Uint8Array, "piece", piece, "a string or bytes");
      }
      decoding.push(piece);
    },
    pushRecord: (record) => {
      pushed += 1;
      records.document(record, pushed, 1, 0);
    },
    finish: () => {
      decoding.finish();
      lines.finish();
      documents.finish();
      const format = detector.finish({
        lines: records.lines,
        records: records.records,
        overLimits: overLimits(records, maxLineBytes, maxDocumentLength),
      });
      return session.finish(format.agent, format.name);
    },
  };
}

/** What was not read for its length: likely the very thing that would have shown the format. */
function overLimits(
  { tooLongLines, hasTooLongDocument }: RecordReader,
  maxLineBytes: number,
  maxDocumentLength: number,
): readonly string[] {
  const lines = tooLongLines === 1 ? "a line" : `${tooLongLines} lines`;
  return [
    ...(tooLongLines === 0
      ? []
      : [
          `${lines} over ${maxLineBytes} bytes (maxLineBytes) ${tooLongLines === 1 ? "was" : "were"} skipped`,
        ]),
    ...(hasTooLongDocument
      ? [`a document over ${maxDocumentLength} UTF-16 units (maxDocumentLength) was not read whole`]
      : []),
  ];
}
