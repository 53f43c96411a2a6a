import { createTranscriptReader, type ReadTranscriptOptions } from "./create-transcript-reader.ts";
import { demandArgument } from "./internal/arguments.ts";
import type { TranscriptSession } from "./types.ts";

/**
 * What a session can be read from: its whole text or bytes, the same in pieces, or what was parsed
 * already (one document, or the records of a JSONL file in order).
 */
export type TranscriptSource =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | { readonly document: unknown }
  | { readonly records: Iterable<unknown> };

/**
 * Reads one session that a coding agent left on disk. The format is recognised by content.
 *
 * Problems in the source are {@link TranscriptSession.diagnostics | diagnostics}; a damaged line
 * costs that line and nothing else.
 *
 * @example
 * ```ts
 * const session = readTranscript(readFileSync("session.jsonl"));
 * for (const stream of session.streams) console.log(stream.id, stream.history.length);
 * ```
 *
 * @throws TranscriptsError `unknown_format` for a source in no known format,
 * `invalid_argument` for a source of no known kind, `invalid_option` for a wrong option.
 */
export function readTranscript(
  source: TranscriptSource,
  options: ReadTranscriptOptions = {},
): TranscriptSession {
  const reader = createTranscriptReader(options);
  demandArgument(
    () => typeof source === "string" || (isPlain(source) && isReadable(source)),
    "source",
    source,
    "a string, bytes, an iterable of these, { document } or { records }",
  );
  if (typeof source === "string" || source instanceof Uint8Array) {
    reader.push(source);
  } else if (isIterable(source)) {
    for (const piece of source) reader.push(piece);
  } else if ("document" in source) {
    reader.pushRecord(source.document);
  } else {
    for (const record of source.records) reader.pushRecord(record);
  }
  return reader.finish();
}

/**
 * The same for a source that comes over time, such as a stream of a large file: only what the
 * session keeps is held.
 *
 * @throws what {@link readTranscript} throws, and whatever the source throws.
 */
export async function readTranscriptStream(
  source: AsyncIterable<string | Uint8Array>,
  options: ReadTranscriptOptions = {},
): Promise<TranscriptSession> {
  const reader = createTranscriptReader(options);
  demandArgument(
    () => isPlain(source) && (Symbol.asyncIterator in source || Symbol.iterator in source),
    "source",
    source,
    "an async iterable of strings or bytes",
  );
  for await (const piece of source) reader.push(piece);
  return reader.finish();
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isReadable(source: object): boolean {
  return (
    isIterable(source) ||
    "document" in source ||
    ("records" in source && isIterable(source.records))
  );
}

function isIterable(value: unknown): value is Iterable<string | Uint8Array> {
  return isPlain(value) && Symbol.iterator in value;
}
