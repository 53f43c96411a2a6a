import type { Context } from "hono";
import { sessionIdSchema } from "../body-schemas.ts";
import { openApiDocument } from "../open-api-document.ts";
import type { ServerOptions } from "../types.ts";
import { matchesTag } from "./matches-tag.ts";
import type { Query } from "./queries.ts";
import { noSuchSession, RequestProblem } from "./request-problem.ts";
import { respond, respondError, respondJson, respondJsonBytes } from "./respond.ts";
import type { OperationId } from "./routes.ts";
import type { ServerEnvironment } from "./server-environment.ts";
import type { SessionEvents } from "./session-events.ts";
import { createSessionIndex, type KnownSession } from "./session-index.ts";
import { createSessionReports, type ReportQuery } from "./session-reports.ts";

/** Answers a request that may be answered, with a query that was checked. */
type Handler = (context: Context<ServerEnvironment>, query: Query) => Response | Promise<Response>;

export function createHandlers(
  { sessions, now }: ServerOptions,
  events: SessionEvents,
): Readonly<Record<OperationId, Handler>> {
  const index = createSessionIndex(sessions);
  const reports = createSessionReports(sessions, now);

  const sessionOf = async ({ req }: Context<ServerEnvironment>): Promise<KnownSession> => {
    const id = req.param("sid") ?? "";
    const found = sessionIdSchema.safeParse(id).success ? await index.find(id) : undefined;
    if (found === undefined) throw noSuchSession();
    return found;
  };
  return {
    listSessions: async (_, { agent, all }) =>
      respondJson(200, await index.list({ agent, all: all === "true" })),
    getContext: async (context) =>
      respondJson(200, await reports.context(await sessionOf(context))),
    getReport: async (context, query) => {
      const session = await sessionOf(context);
      const { body, etag } = await reports.report(session, reportQueryOf(query));
      if (matchesTag(context.req.header("if-none-match"), etag))
        return respond(304, null, { etag });
      return respondJsonBytes(body, { etag });
    },
    getEvents: async (context) => {
      const { alisioId } = await sessionOf(context);
      if (alisioId === undefined) {
        return respondError(404, "no_events", "Only Alisio's own sessions have an event stream.");
      }
      const after = lastEventId(context.req.header("last-event-id"));
      const headers = { "content-type": "text/event-stream; charset=utf-8" };
      // A stream that nobody reads would follow the session for ever.
      if (context.req.raw.method === "HEAD") return respond(200, null, headers);
      const connection = context.env?.outgoing;
      return respond(
        200,
        events.open(alisioId, after, () => connection?.destroy()),
        headers,
      );
    },
    getOpenApi: () => respondJson(200, openApiDocument()),
  };
}

function reportQueryOf({ governor, minAgeTurns, epoch, stream }: Query): ReportQuery {
  return {
    governor: governor as ReportQuery["governor"],
    minAgeTurns: minAgeTurns === undefined ? undefined : Number(minAgeTurns),
    epoch: epoch === undefined ? undefined : Number(epoch),
    stream,
  };
}

/** An empty one is what a client sends that has none yet. */
function lastEventId(header: string | undefined): number {
  if (header === undefined || header === "") return 0;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  throw new RequestProblem(400, "invalid_last_event_id", "Last-Event-ID is the id of an event.");
}
