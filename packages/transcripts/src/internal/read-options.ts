import type { ReadTranscriptOptions } from "../create-transcript-reader.ts";
import { TranscriptsError } from "../errors.ts";
import { type OptionNames, shown, takeOptions } from "./arguments.ts";

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
