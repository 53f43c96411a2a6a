/**
 * Schemas of everything that the server sends, for zod 4, and the OpenAPI document that is made
 * from them.
 *
 * @packageDocumentation
 */

export {
  contextReportSchema,
  errorBodySchema,
  sessionContextSchema,
  sessionEntrySchema,
  sessionEventSchema,
  sessionIdSchema,
  sessionListingSchema,
} from "./body-schemas.ts";
export { openApiDocument } from "./open-api-document.ts";
