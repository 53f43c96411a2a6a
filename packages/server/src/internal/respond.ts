import type { ErrorBody } from "../types.ts";

/**
 * What every answer carries. Nothing inline and nothing from elsewhere runs, nobody may frame or
 * embed it, no address leaves in a `Referer`, and no header of CORS is ever among them.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Data is never kept by a browser or a proxy. */
const API_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  "cache-control": "no-store",
};

const JSON_TYPE = "application/json; charset=utf-8";

/** What `Response` takes; typed arrays over shared memory, which it doesn't, are never given here. */
type ResponseBody = ConstructorParameters<typeof Response>[0];

/** An answer of the API. */
export function respond(
  status: number,
  body: Uint8Array | string | ReadableStream<Uint8Array> | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body as ResponseBody, { status, headers: { ...API_HEADERS, ...headers } });
}

/** A file of the page: asked for again each time, so that a newer version is seen at once. */
export function respondFile(type: string, body: Uint8Array): Response {
  const headers = { ...SECURITY_HEADERS, "content-type": type, "cache-control": "no-cache" };
  return new Response(body as ResponseBody, { status: 200, headers });
}

/** A value as JSON. */
export function respondJson(status: number, value: unknown): Response {
  return respond(status, JSON.stringify(value), { "content-type": JSON_TYPE });
}

/** Bodies that are at hand as they are sent: no stream has to be read for them. */
const readyBodies = new WeakMap<Response, Uint8Array>();

/** JSON that was made before. */
export function respondJsonBytes(body: Uint8Array, headers: Record<string, string>): Response {
  // A stream, since a Response makes a copy of bytes, which nobody reads on a port.
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        controller.enqueue(body);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = respond(200, stream, { "content-type": JSON_TYPE, ...headers });
  readyBodies.set(response, body);
  return response;
}

/** The whole body of this very answer, if it is at hand; a HEAD's answer is another one. */
export function readyBodyOf(response: Response): Uint8Array | undefined {
  return readyBodies.get(response);
}

/** What went wrong: a code for programs and a sentence for people, and nothing of this machine. */
export function errorBody(code: string, message: string): ErrorBody {
  return { schemaVersion: 1, error: { code, message } };
}

/** An answer that is no success. */
export function respondError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify(errorBody(code, message));
  return respond(status, body, { "content-type": JSON_TYPE, ...headers });
}
