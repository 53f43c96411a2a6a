import { z } from "zod";

const flag = z.enum(["true", "false"]).optional();

/** A query that was checked. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Of `GET /api/sessions`. */
export const listQuery: z.ZodObject = z.strictObject({
  agent: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .optional(),
  all: flag,
});

/** Of `GET /api/sessions/{sid}/context/report`: the ranges are those of the governor's settings. */
export const reportQuery: z.ZodObject = z.strictObject({
  governor: z.enum(["off", "shadow", "on"]).optional(),
  minAgeTurns: z
    .string()
    .regex(/^(?:[1-9]|1\d|20)$/)
    .optional(),
  epoch: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,2}|1000)$/)
    .optional(),
  stream: z.string().min(1).max(1000).optional(),
});

/** Of a route that takes none. */
export const noQuery: z.ZodObject = z.strictObject({});

/** What an address's query says; a name that is given twice, or that the route has not, is refused. */
export function parseQuery(
  schema: z.ZodObject,
  search: string,
): { readonly value: Query } | { readonly problem: string } {
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in given) return { problem: "A query parameter is given twice; give it once." };
    given[name] = value;
  }
  const parsed = schema.safeParse({ ...given });
  if (parsed.success) return { value: parsed.data as Query };
  const [issue] = parsed.error.issues;
  // The name comes from the route, never from the address: nothing of it is said back.
  const name = issue?.path[0];
  const place =
    name === undefined ? "There is an unknown query parameter" : `${String(name)} is not valid`;
  return { problem: `${place}; the OpenAPI document says what there is.` };
}
