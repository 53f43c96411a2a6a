import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { createProcessOutput, type ProcessOutput } from "../src/process-output.ts";
import { makeTree } from "./helpers.ts";

interface Watched {
  readonly output: ProcessOutput;
  /** What the stream was given; undefined while nobody asked for it. */
  readonly streamed: () => Buffer | undefined;
  readonly errors: NodeJS.ErrnoException[];
  readonly stream: () => Writable | undefined;
}

function watch(descriptor: number): Watched {
  const pieces: Buffer[] = [];
  const errors: NodeJS.ErrnoException[] = [];
  let stream: Writable | undefined;
  const output = createProcessOutput({
    descriptor,
    openStream: () => {
      expect(stream).toBeUndefined();
      stream = new Writable({
        write: (piece: Buffer, _encoding, done) => {
          pieces.push(piece);
          done();
        },
      });
      return Object.assign(stream, { isTTY: true as const, columns: 99 });
    },
    onError: (error) => errors.push(error),
  });
  return {
    output,
    streamed: () => (stream ? Buffer.concat(pieces) : undefined),
    errors,
    stream: () => stream,
  };
}

function open(path: string, flags: string | number): number {
  const descriptor = openSync(path, flags);
  onTestFinished(() => {
    try {
      closeSync(descriptor);
    } catch {
      // The test closed it.
    }
  });
  return descriptor;
}

function makeFifo(): string {
  const path = join(makeTree({}), "fifo");
  execFileSync("mkfifo", [path]);
  return path;
}

const onPosix = it.skipIf(process.platform === "win32");

it("a file is written without the stream, text after text", () => {
  const path = join(makeTree({ out: "" }), "out");
  const { output, streamed } = watch(open(path, "w"));
  output.write("é1\n");
  output.write("");
  output.write("2\n");
  expect(readFileSync(path, "utf8")).toBe("é1\n2\n");
  expect(streamed()).toBeUndefined();
  expect(output).toMatchObject({ isTerminal: false, columns: undefined });
});

onPosix("what a full pipe doesn't take goes to the stream, and everything after it", () => {
  const pipe = open(makeFifo(), constants.O_RDWR | constants.O_NONBLOCK);
  const { output, streamed, errors } = watch(pipe);
  const text = "x\u{1f600}".repeat(60_000);
  output.write(text);
  output.write("last");
  const taken = Buffer.alloc(1_000_000);
  const direct = taken.subarray(0, readSync(pipe, taken));
  const rest = streamed() ?? Buffer.alloc(0);
  expect(direct.length).toBeGreaterThan(0);
  expect(rest.length).toBeGreaterThan("last".length);
  expect(Buffer.concat([direct, rest]).toString()).toBe(`${text}last`);
  expect(errors).toEqual([]);
});

onPosix("a reader that went away is told", () => {
  const path = makeFifo();
  const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const { output, streamed, errors } = watch(open(path, "w"));
  closeSync(reader);
  output.write("nobody");
  expect(errors.map(({ code }) => code)).toEqual(["EPIPE"]);
  expect(streamed()).toBeUndefined();
});

it("after release the stream gets everything, and its errors are told", () => {
  const path = join(makeTree({ out: "" }), "out");
  const { output, streamed, errors, stream } = watch(open(path, "w"));
  output.write("direct");
  output.release();
  output.release();
  output.write("streamed");
  expect(readFileSync(path, "utf8")).toBe("direct");
  expect(streamed()?.toString()).toBe("streamed");
  stream()?.emit("error", Object.assign(new Error("gone"), { code: "EPIPE" }));
  expect(errors.map(({ code }) => code)).toEqual(["EPIPE"]);
});

it.each([
  ["a device", () => open("/dev/null", "w")],
  ["a closed descriptor", () => 1_000_000],
])("%s is left to the stream, which knows whether it is a terminal", (_, descriptor) => {
  const { output, streamed } = watch(descriptor());
  expect(output).toMatchObject({ isTerminal: true, columns: 99 });
  output.write("text");
  expect(streamed()?.toString()).toBe("text");
});
