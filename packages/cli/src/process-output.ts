import { fstatSync, writeSync } from "node:fs";

type OutputStream = NodeJS.WritableStream & Partial<Pick<NodeJS.WriteStream, "isTTY" | "columns">>;

/** Standard output or standard error of this process. */
export interface ProcessOutput {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Of a terminal. */
  readonly columns: number | undefined;
  /** From now on a reader that is slow holds nothing up: what it doesn't take is kept for it. */
  readonly release: () => void;
}

/**
 * Writes to a file, a pipe or a socket directly: to set up `process.stdout` loads networking and
 * streams, which takes longer than most commands. A terminal, and whatever would have to be waited
 * for, gets the stream.
 */
export function createProcessOutput(options: {
  readonly descriptor: number;
  /** The stream of that descriptor; asked for once, and only when it is needed. */
  readonly openStream: () => OutputStream;
  readonly onError: (error: NodeJS.ErrnoException) => void;
}): ProcessOutput {
  const { descriptor, openStream, onError } = options;
  let stream: OutputStream | undefined;
  const open = (): OutputStream => {
    if (stream === undefined) {
      stream = openStream();
      stream.on("error", onError);
    }
    return stream;
  };
  if (!isDirect(descriptor)) open();
  return {
    write: (text) => {
      const rest = stream ? text : writeDirectly(descriptor, text, onError);
      if (rest !== undefined) open().write(rest);
    },
    isTerminal: stream?.isTTY === true,
    columns: stream?.columns,
    release: () => void open(),
  };
}

function isDirect(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isFile() || found.isFIFO() || found.isSocket();
  } catch {
    return false; // closed: the stream says so in the usual way
  }
}

/** What is left where the other end is full and the descriptor doesn't wait for it. */
function writeDirectly(
  descriptor: number,
  text: string,
  onError: (error: NodeJS.ErrnoException) => void,
): Uint8Array | undefined {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.code === "EAGAIN") return rest;
    onError(fault);
  }
  return undefined;
}
