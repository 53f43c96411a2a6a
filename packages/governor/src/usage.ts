/**
 * Counts which tool results an agent came back to.
 *
 * @packageDocumentation
 */

export { createUsageLedger, type UsageLedger } from "./create-usage-ledger.ts";
export { formatUsage } from "./format-usage.ts";
