import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What the server does with one request. */
export interface FakeReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent one after another, each by itself. */
  readonly pieces?: readonly (string | Uint8Array)[];
  /** `cut` destroys the connection after the pieces, `hang` says nothing more. */
  readonly ending?: "end" | "cut" | "hang";
}

export interface FakeServer {
  readonly url: string;
  /** Bodies as they came, byte by byte. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  /** Connections that the client has ended before the answer. */
  readonly aborted: () => number;
}

/** A local server that gives one reply after another, the last one for ever. */
export async function fakeServer(
  replies: readonly FakeReply[] | ((body: string, n: number) => FakeReply),
): Promise<FakeServer> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let aborted = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString("utf8");
      const n = bodies.push(body) - 1;
      headers.push(request.headers);
      response.on("close", () => {
        if (!response.writableEnded) aborted += 1;
      });
      const given =
        typeof replies === "function" ? replies(body, n) : (replies[n] ?? replies.at(-1));
      void reply(response, given ?? {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, bodies, headers, aborted: () => aborted };
}

async function reply(response: ServerResponse, given: FakeReply): Promise<void> {
  const { status = 200, headers = {}, pieces = [], ending = "end" } = given;
  const type = status === 200 ? "text/event-stream" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  response.flushHeaders();
  for (const piece of pieces) {
    response.write(piece);
    // A turn of the loop: so that each goes out by itself.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (ending === "end") response.end();
  if (ending === "cut") setTimeout(() => response.destroy(), 20);
}

/** One text in pieces of so many bytes: also in the middle of a character. */
export function inBytes(text: string, size: number): readonly Uint8Array[] {
  const bytes = Buffer.from(text, "utf8");
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    pieces.push(bytes.subarray(start, start + size));
  }
  return pieces;
}
