import type { z } from "zod";
import {
  contextReportSchema,
  openApiDocumentSchema,
  sessionContextSchema,
  sessionEventSchema,
  sessionListingSchema,
} from "../body-schemas.ts";
import { listQuery, noQuery, reportQuery } from "./queries.ts";

/** What the router and the OpenAPI document are both made from. */
export interface RouteDescription {
  /** As OpenAPI writes it. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly query: z.ZodObject;
  readonly queryNotes: Readonly<Record<string, string>>;
  /** Name of the schema, and the type of the body. */
  readonly body: { readonly name: string; readonly schema: z.ZodType; readonly type: string };
  /** Answers that only some routes have. */
  readonly answers: readonly ("304" | "404" | "422")[];
}

/** The ids of the routes' operations. */
export type OperationId = "listSessions" | "getContext" | "getReport" | "getEvents" | "getOpenApi";

export const ROUTES: Readonly<Record<OperationId, RouteDescription>> = {
  listSessions: {
    path: "/api/sessions",
    summary: "Sessions of Alisio and of other agents, newest first",
    description:
      "Those of the server's directory, or all. Titles are the agents' own or the first words of the user.",
    query: listQuery,
    queryNotes: {
      agent: "Only sessions of this agent.",
      all: "`true`: of every directory.",
    },
    body: { name: "SessionListing", schema: sessionListingSchema, type: "application/json" },
    answers: [],
  },
  getContext: {
    path: "/api/sessions/{sid}/context",
    summary: "Estimate and budget of a session's next request",
    description:
      "Tokens are estimated by chars/4. Of another agent's session the window is not known.",
    query: noQuery,
    queryNotes: {},
    body: { name: "SessionContext", schema: sessionContextSchema, type: "application/json" },
    answers: ["404", "422"],
  },
  getReport: {
    path: "/api/sessions/{sid}/context/report",
    summary: "What fills a session's context, and what the governor does with it",
    description:
      "The same value as `alisio context report --json`. It never holds text of the session. Until the session's file changes it stays the same, with the time at which it was made; its entity tag leaves that time out.",
    query: reportQuery,
    queryNotes: {
      governor:
        "Mode of the governor. By default that of the session if it is Alisio's, else `shadow`.",
      minAgeTurns:
        "Assistant messages that a result stays whole, 1 to 20; by default the session's own.",
      epoch: "Messages between two changes of the prefix, 0 to 1000; by default the session's own.",
      stream: "One conversation of the session, such as a subagent's; by default the main one.",
    },
    body: { name: "ContextReport", schema: contextReportSchema, type: "application/json" },
    answers: ["304", "404", "422"],
  },
  getEvents: {
    path: "/api/sessions/{sid}/events",
    summary: "Durable events of one of Alisio's sessions, as they are written",
    description:
      "Server-sent events: `id` is the event's id, `data` one JSON value. The stream begins after `Last-Event-ID` (without it, at the first event) and stays open; comments say that it lives. A client that leaves events unread for long is disconnected, and goes on with its last id. Sessions of other agents have no events: 404.",
    query: noQuery,
    queryNotes: {},
    body: { name: "SessionEvent", schema: sessionEventSchema, type: "text/event-stream" },
    answers: ["404"],
  },
  getOpenApi: {
    path: "/api/openapi.json",
    summary: "This document",
    description: "OpenAPI 3.1.",
    query: noQuery,
    queryNotes: {},
    body: { name: "OpenApiDocument", schema: openApiDocumentSchema, type: "application/json" },
    answers: [],
  },
};
