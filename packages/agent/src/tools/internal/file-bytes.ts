import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 65_536;

/** The bytes of a file from its beginning, until the end or the caller stops. */
export async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer, void, undefined> {
  let position = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(CHUNK_BYTES),
      0,
      CHUNK_BYTES,
      position,
    );
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * All bytes of a file, or `undefined` when there are more than `maxBytes`. What is read counts, not
 * what the file system says: a file may grow, and those of /proc say 0.
 */
export async function bytesOf(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(handle)) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
