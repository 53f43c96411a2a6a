export { createEventBuilder } from "../../src/events.ts";
export { createUsageLedger } from "../../src/usage.ts";
