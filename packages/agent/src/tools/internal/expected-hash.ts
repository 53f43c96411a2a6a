import { MAX_HASHED_BYTES } from "../limits.ts";
import type { CurrentFile } from "./current-file.ts";
import { refuse, shown } from "./outcome.ts";

/** The argument that says on which state of a file a change was thought out. */
export const EXPECTED_SHA256 = {
  type: "string",
  description: "sha256 of the file as read_file, write_file or edit_file last returned it.",
} as const;

const SHA256 = /^[0-9a-f]{64}$/i;

/** Refuses a change of a file that is not in the state that the model knows. */
export function refuseStale(path: string, expected: string, current: CurrentFile): void {
  if (!SHA256.test(expected)) {
    refuse("expectedSha256 has to be the 64 hex digits of sha256 that read_file returned.");
  }
  if (expected.toLowerCase() !== current.sha256) {
    refuse(`The file changed: ${shown(path)} no longer has this sha256; read it again.`);
  }
}

/** Half of a surrogate pair has no UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A text as it is stored. */
export function encode(text: string, name: string): Buffer {
  if (LONE_SURROGATE.test(text)) {
    refuse(`${name} holds half of a surrogate pair, which no file can hold; give the whole pair.`);
  }
  return Buffer.from(text, "utf8");
}

/** What these tools write they can edit later, which asks for a hash. */
export function refuseTooLarge(bytes: Uint8Array, path: string): void {
  if (bytes.length <= MAX_HASHED_BYTES) return;
  refuse(`${shown(path)} would have ${bytes.length} bytes; files are written up to 1 MiB.`);
}
