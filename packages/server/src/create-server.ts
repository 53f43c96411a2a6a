import { Hono } from "hono";
import { ServerError } from "./errors.ts";
import { type OptionNames, takeOptions } from "./internal/arguments.ts";
import { createGate } from "./internal/gate.ts";
import { createHandlers } from "./internal/handlers.ts";
import { parseQuery } from "./internal/queries.ts";
import { RequestProblem } from "./internal/request-problem.ts";
import { respondError } from "./internal/respond.ts";
import { type OperationId, ROUTES } from "./internal/routes.ts";
import type { ServerEnvironment } from "./internal/server-environment.ts";
import { createSessionEvents } from "./internal/session-events.ts";
import { checkToken } from "./internal/token.ts";
import type { ServerApp, ServerOptions } from "./types.ts";

/**
 * The routes as an app of Hono, bound to no port: {@link listen} puts it on one. Read only. Nothing
 * is answered before host, origin and fetch metadata are the server's own, and nothing of `/api`
 * without the token.
 *
 * @throws ServerError `invalid_argument`, `invalid_option`, `invalid_token`
 *
 * @example
 * ```ts
 * const { app } = createServer({
 *   sessions,
 *   token: createToken(),
 *   hosts: ["127.0.0.1:8080"],
 *   now: Date.now,
 * });
 * const response = await app.request("/api/sessions", { headers });
 * ```
 */
export function createServer(given: ServerOptions): ServerApp {
  const options = checkOptions(given);
  const events = createSessionEvents(options.sessions.reader, options.eventLimits);
  const handlers = createHandlers(options, events);
  const app = new Hono<ServerEnvironment>();
  app.use("*", createGate(options));
  for (const [id, route] of Object.entries(ROUTES)) {
    const handle = handlers[id as OperationId];
    app.get(route.path.replace("{sid}", ":sid"), async (context) => {
      const query = parseQuery(route.query, searchOf(context.req.url));
      if ("problem" in query) return respondError(400, "invalid_query", query.problem);
      return await handle(context, query.value);
    });
  }
  app.notFound(() => respondError(404, "not_found", "There is nothing of this name."));
  app.onError((error) => {
    if (error instanceof RequestProblem)
      return respondError(error.status, error.code, error.message);
    options.onError?.(error);
    return respondError(500, "internal", "Something went wrong in the server.");
  });
  return { app, streams: events.counts, close: events.close };
}

function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}

const OPTIONS: OptionNames<ServerOptions> = {
  sessions: true,
  token: true,
  hosts: true,
  assets: true,
  now: true,
  eventLimits: true,
  onError: true,
};

function checkOptions(given: ServerOptions): ServerOptions {
  const options = takeOptions(given, OPTIONS);
  checkToken(options.token);
  const { hosts, now, sessions } = options;
  if (
    !Array.isArray(hosts) ||
    hosts.length === 0 ||
    !hosts.every((host) => /^[^\s/]+$/.test(host))
  ) {
    throw new ServerError(
      "invalid_option",
      "hosts lists names with ports, such as 127.0.0.1:8080.",
    );
  }
  if (typeof now !== "function") throw new ServerError("invalid_option", "now is a function.");
  if (typeof sessions !== "object" || sessions === null) {
    throw new ServerError("invalid_option", "sessions says where sessions are found.");
  }
  return options;
}
