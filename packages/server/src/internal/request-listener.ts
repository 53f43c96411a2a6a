import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServerApp } from "../types.ts";
import { isPlainPath } from "./guard.ts";
import { errorBody, readyBodyOf, respondError, SECURITY_HEADERS } from "./respond.ts";

/** What is answered to a target that is no plain path: the gate knows nothing of this name. */
const NOWHERE = "/%";

/** More than any browser sends. */
const MAX_HEADERS = 100;

const TOO_LARGE = "431 Request Header Fields Too Large";

/** Answers to what never became a request. */
const STATUS_BY_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Gives a server's requests to the app. */
export function requestListener(app: ServerApp["app"]): {
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly onClientError: (error: NodeJS.ErrnoException, socket: Duplex) => void;
} {
  const answer = async (request: Request, { outgoing }: HttpBindings): Promise<Response> => {
    const response = await app.fetch(request, { outgoing });
    const body = readyBodyOf(response);
    if (body === undefined) return response;
    const headers = { ...Object.fromEntries(response.headers), "content-length": body.byteLength };
    outgoing.writeHead(response.status, headers).end(body);
    return RESPONSE_ALREADY_SENT;
  };
  const listener = getRequestListener((request, env) => answer(request, env as HttpBindings), {
    // The process's own Request and Response stay what they are.
    overrideGlobalObjects: false,
    errorHandler: () => respondError(400, "bad_request", "The request is malformed."),
  });
  return {
    onRequest: (incoming, outgoing) => {
      if (incoming.rawHeaders.length > MAX_HEADERS * 2) {
        outgoing.socket?.end(refusalText(TOO_LARGE));
        return;
      }
      // Before a URL is made of it: that resolves "..", and takes whole addresses and backslashes.
      if (!isPlainTarget(incoming.url ?? "")) incoming.url = NOWHERE;
      // No route reads a body: what follows the head is never taken for a request.
      if (hasBody(incoming)) outgoing.setHeader("connection", "close");
      void listener(incoming, outgoing);
    },
    onClientError: (error, socket) => {
      if (!socket.writable || error.code === "ECONNRESET") {
        socket.destroy();
        return;
      }
      socket.end(refusalText(STATUS_BY_ERROR[error.code ?? ""] ?? "400 Bad Request"));
    },
  };
}

function isPlainTarget(target: string): boolean {
  const query = target.indexOf("?");
  const path = query === -1 ? target : target.slice(0, query);
  return isPlainPath(path) && !/[\\#]/.test(target);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

function refusalText(status: string): string {
  const body = JSON.stringify(
    errorBody("bad_request", "The request is malformed, too large or too slow."),
  );
  const headers = Object.entries({
    ...SECURITY_HEADERS,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${headers.join("")}\r\n${body}`;
}
