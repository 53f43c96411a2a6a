import { createServer as createNodeServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "./create-server.ts";
import { createToken } from "./create-token.ts";
import { ServerError } from "./errors.ts";
import { type OptionNames, takeOptions } from "./internal/arguments.ts";
import { addressOf, canonicalHost, hostsOf, isLoopback } from "./internal/hosts.ts";
import { requestListener } from "./internal/request-listener.ts";
import { checkToken } from "./internal/token.ts";
import { HEADERS_TIMEOUT_MS, MAX_CONNECTIONS, MAX_HEADER_BYTES } from "./limits.ts";
import type { ListenOptions, RunningServer, ServerApp, ServerOptions } from "./types.ts";

/** How often slow clients are looked for, and how long the last answers may take at the end. */
const CHECK_MS = 1000;

/**
 * Puts the routes and the page on a port: of 127.0.0.1 and any free one, unless told otherwise.
 *
 * @throws ServerError `token_required` for an address that other machines reach, without a token of
 * the caller's own; `address_in_use`, `cannot_listen`, `invalid_argument`, `invalid_option`,
 * `invalid_token`
 *
 * @example
 * ```ts
 * const server = await listen({ sessions, now: Date.now, assets: await loadPageAssets() });
 * const address = `${server.url}#token=${server.token}`;
 * await server.close();
 * ```
 */
export async function listen(listening: ListenOptions): Promise<RunningServer> {
  const options = takeOptions(listening, OPTIONS);
  const { host: given = "127.0.0.1", port = 0, token = createToken(), ...rest } = options;
  checkAddress(given, port);
  const host = canonicalHost(given);
  checkToken(token);
  if (options.token === undefined && !isLoopback(host)) {
    throw new ServerError(
      "token_required",
      `${host} can be reached from other machines: choose a token yourself, or stay on 127.0.0.1.`,
    );
  }
  const server = createNodeServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  // Node.js would leave out what is over its limit, an Origin too: the listener refuses it all.
  server.maxHeadersCount = 0;
  await bind(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  const routes = routesOr({ ...rest, token, hosts: hostsOf(host, bound) }, () => server.close());
  const { onRequest, onClientError } = requestListener(routes.app);
  server.on("request", onRequest);
  server.on("checkExpectation", onRequest);
  server.on("clientError", onClientError);
  return {
    url: `http://${addressOf(host, bound)}/`,
    port: bound,
    token,
    streams: routes.streams,
    close: () => end(server, routes.close),
  };
}

const OPTIONS: OptionNames<ListenOptions> = {
  sessions: true,
  assets: true,
  now: true,
  eventLimits: true,
  onError: true,
  host: true,
  port: true,
  token: true,
};

/** The routes need the port; where they can't be made of these options it is given back. */
function routesOr(options: ServerOptions, release: () => void): ServerApp {
  try {
    return createServer(options);
  } catch (error) {
    release();
    throw error;
  }
}

function checkAddress(host: unknown, port: unknown): void {
  if (typeof host !== "string" || !/^[A-Za-z0-9.:_-]+$/.test(host)) {
    throw new ServerError("invalid_option", "host is a name or an address, such as 127.0.0.1.");
  }
  if (!Number.isInteger(port) || (port as number) < 0 || (port as number) > 65_535) {
    throw new ServerError(
      "invalid_option",
      "port is a whole number from 0 to 65535; 0: any free one.",
    );
  }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = ({ code }: NodeJS.ErrnoException): void => {
      reject(
        code === "EADDRINUSE"
          ? new ServerError(
              "address_in_use",
              `Port ${port} of ${host} is in use; choose another, or 0 for any.`,
            )
          : new ServerError(
              "cannot_listen",
              `Port ${port} of ${host} can't be listened on (${code}); choose another.`,
            ),
      );
    };
    server.once("error", fail);
    server.listen({ host, port }, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/** Streams end first; what is being answered has a moment to finish. */
async function end(server: Server, endStreams: () => void): Promise<void> {
  if (!server.listening) return;
  endStreams();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), CHECK_MS).unref();
  });
}
