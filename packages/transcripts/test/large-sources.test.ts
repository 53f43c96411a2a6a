import { describe, expect, it } from "vitest";
import { readTranscriptStream, TranscriptsError } from "../src/index.ts";

const PIECE = 1024 * 1024;
const SIZE = 100;

/** One buffer for all pieces: what is measured is the reader, not the test. */
const buffer = new Uint8Array(PIECE);

/** So much may be in use above the start while 100 MB go by: one line up to its limit, and room. */
const ALLOWED = 192 * 1024 * 1024;

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly peakBytes: number;
}

async function refusalOf(piece: (index: number) => Uint8Array | string): Promise<Refusal> {
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = used();
  let peak = before;
  async function* pieces(): AsyncGenerator<Uint8Array | string> {
    for (let index = 0; index < SIZE; index += 1) {
      yield piece(index);
      peak = Math.max(peak, used());
    }
  }
  const error: unknown = await readTranscriptStream(pieces()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!TranscriptsError.isInstance(error)) throw new Error("it was not refused");
  return { code: error.code, message: error.message, peakBytes: peak - before };
}

describe("100 MB in one line", () => {
  it.each<[string, (index: number) => Uint8Array | string]>([
    ["of letters", () => buffer.fill(0x78)],
    ["of zero bytes", () => buffer.fill(0)],
    ["of bytes that are no text", () => buffer.fill(0xff)],
    [
      "of an open string",
      (index) => `${index === 0 ? '{"type":"user","text":"' : ""}${"y".repeat(PIECE)}`,
    ],
    ["of opening brackets", () => "[".repeat(PIECE)],
  ])("%s are refused, in bounded memory", async (_name, piece) => {
    const { code, message, peakBytes } = await refusalOf(piece);
    expect(code).toBe("unknown_format");
    expect(message).toContain(
      "1 line, 0 of JSON; a line over 67108864 bytes (maxLineBytes) was skipped.",
    );
    expect(peakBytes).toBeLessThan(ALLOWED);
  });

  it.each([["[\n{\n"], ["{\n"], ["[\n"], ['{"a":\n'], ['{"a":tru}\n'], ["[{}\n"]])(
    "many lines of %j are refused too",
    async (lines) => {
      const { peakBytes } = await refusalOf(() => lines.repeat(PIECE / 64));
      expect(peakBytes).toBeLessThan(ALLOWED);
    },
  );
});
