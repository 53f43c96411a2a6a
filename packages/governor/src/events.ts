/**
 * The `context_governed` event: what the governor did with one request.
 *
 * @packageDocumentation
 */

export {
  createEventBuilder,
  type EventBuilder,
  MAX_NEWLY_ELIDED_IDS,
} from "./create-event-builder.ts";
