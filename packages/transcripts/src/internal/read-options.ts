import { TranscriptsError } from "../errors.ts";
import { type OptionNames, takeOptions } from "./arguments.ts";
import { shown } from "./shown.ts";

/** Options of reading. */
export interface ReadTranscriptOptions {
  /** Named in diagnostics; nothing is opened. */
  readonly path?: string | undefined;
  /** Longer lines are skipped, in bytes. Default `DEFAULT_MAX_LINE_BYTES`. */
  readonly maxLineBytes?: number | undefined;
  /**
   * A document over several lines may be this long, in UTF-16 units.
   * Default `DEFAULT_MAX_DOCUMENT_LENGTH`.
   */
  readonly maxDocumentLength?: number | undefined;
}

const OPTIONS: OptionNames<ReadTranscriptOptions> = {
  path: true,
  maxLineBytes: true,
  maxDocumentLength: true,
};

/** @throws TranscriptsError `invalid_argument`, `invalid_option` */
export function takeReadOptions(given: ReadTranscriptOptions): ReadTranscriptOptions {
  const options = takeOptions(given, OPTIONS);
  if (options.path !== undefined && typeof options.path !== "string") {
    throw new TranscriptsError("invalid_option", `path is a string; got ${shown(options.path)}.`);
  }
  for (const name of ["maxLineBytes", "maxDocumentLength"] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1)) {
      throw new TranscriptsError(
        "invalid_option",
        `${name} is a whole number from 1 on, not ${shown(value)}.`,
      );
    }
  }
  return options;
}
