import { z } from "zod";
import { errorBodySchema, sessionIdSchema } from "./body-schemas.ts";
import { ROUTES, type RouteDescription } from "./internal/routes.ts";

type Json = Readonly<Record<string, unknown>>;

/** Version of the routes and shapes; a change that breaks a client makes it 2. */
const API_VERSION = "1.0.0";

/** Answers that every route has, by status. */
const ALWAYS: Readonly<Record<string, string>> = {
  "400": "The query or a header is not valid.",
  "401": "The token is missing or wrong.",
  "403": "The request's host, origin or site is not this server's own.",
  "405": "Only GET and HEAD are answered.",
  "500": "Something went wrong in the server.",
};

const SOMETIMES: Readonly<Record<string, string>> = {
  "304": "The report is the one that `If-None-Match` names.",
  "404": "There is no such session, or it has no such part.",
  "422": "The session's file can't be read as a session.",
};

/**
 * The OpenAPI 3.1 document of the server, made from the schemas and from the table that its router
 * is made from. The one that ships as `openapi.json`.
 *
 * @example
 * ```ts
 * const text = JSON.stringify(openApiDocument(), null, 2);
 * ```
 */
export function openApiDocument(): Readonly<Record<string, unknown>> {
  const routes: readonly (readonly [string, RouteDescription])[] = Object.entries(ROUTES);
  return {
    openapi: "3.1.0",
    info: {
      title: "Alisio",
      version: API_VERSION,
      description: "What fills the context of a coding agent's sessions. Read only.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths: Object.fromEntries(
      routes.map(([id, route]) => [route.path, { get: operation(id, route) }]),
    ),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "The token that `alisio serve` prints.",
        },
      },
      schemas: {
        ...Object.fromEntries(routes.map(([, { body }]) => [body.name, schemaOf(body.schema)])),
        Error: schemaOf(errorBodySchema),
      },
    },
  };
}

function operation(operationId: string, route: RouteDescription): Json {
  const { summary, description, body, answers } = route;
  const problems = [...Object.keys(ALWAYS), ...answers.filter((status) => status !== "304")].sort();
  return {
    operationId,
    summary,
    description,
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route),
      ...headerParameters(operationId),
    ],
    responses: {
      "200": {
        description: summary,
        ...(answers.includes("304") && {
          headers: { ETag: { schema: { type: "string" } } },
        }),
        content: { [body.type]: { schema: reference(body.name) } },
      },
      ...(answers.includes("304") && { "304": { description: SOMETIMES["304"] } }),
      ...Object.fromEntries(
        problems.map((status) => [
          status,
          {
            description: ALWAYS[status] ?? SOMETIMES[status],
            content: { "application/json": { schema: reference("Error") } },
          },
        ]),
      ),
    },
  };
}

function pathParameters({ path }: RouteDescription): readonly Json[] {
  if (!path.includes("{sid}")) return [];
  const description = "An id of the list of sessions.";
  return [
    { name: "sid", in: "path", required: true, description, schema: schemaOf(sessionIdSchema) },
  ];
}

function queryParameters({ query, queryNotes }: RouteDescription): readonly Json[] {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    description: queryNotes[name],
    schema: schemaOf(schema as z.ZodType),
  }));
}

/** Headers that a route reads. */
const HEADERS: Readonly<Record<string, Json>> = {
  getReport: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "Entity tag of the report that the client has.",
    schema: { type: "string" },
  },
  getEvents: {
    name: "Last-Event-ID",
    in: "header",
    required: false,
    description: "Id of the last event that the client has.",
    schema: { type: "string", pattern: "^[0-9]{1,15}$" },
  },
};

function headerParameters(operationId: string): readonly Json[] {
  const header = HEADERS[operationId];
  return header === undefined ? [] : [header];
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    reused: "inline",
  });
  return rest;
}
