import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a provider answers to a request: a body, or the reason why it refuses. */
export interface Provider {
  /** What is wrong with a request, by the provider's documented requirements; empty if nothing is. */
  readonly faultsIn: (body: never) => readonly string[];
  readonly answer: object;
}

/** A server that takes requests of one provider's format and keeps each body as it came. */
export interface Server {
  readonly url: string;
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

/** Starts it on a free port of this machine. What the provider would refuse gets a status of 400. */
export async function startServer({ faultsIn, answer }: Provider): Promise<Server> {
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    bodies.push(body);
    const faults = faultsIn(JSON.parse(body) as never);
    outgoing.setHeader("content-type", "application/json");
    outgoing.statusCode = faults.length === 0 ? 200 : 400;
    const error = { type: "invalid_request_error", message: faults.join("; "), code: 400 };
    outgoing.end(JSON.stringify(faults.length === 0 ? answer : { type: "error", error }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
