import { createReadStream } from "node:fs";
import { readTranscriptStream, TranscriptsError } from "@alisio/transcripts";

export async function problemsOf(path: string): Promise<readonly string[]> {
  try {
    const session = await readTranscriptStream(createReadStream(path), { path });
    return session.diagnostics.map(
      ({ severity, line, message }) => `${severity} ${line}: ${message}`,
    );
  } catch (error) {
    // Thrown for a file in no known format; it says what it saw and what it knows.
    if (TranscriptsError.isInstance(error)) return [error.message];
    throw error;
  }
}
