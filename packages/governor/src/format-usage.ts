import { demandArgument } from "./internal/demand-argument.ts";
import { escapeName } from "./internal/quote.ts";
import type { ToolUsage } from "./types.ts";

/**
 * One tool's usage for people to read: used / seen. The tool's name comes from outside and is shown
 * in printable ASCII.
 *
 * @example
 * ```ts
 * formatUsage({ tool: "read_file", seen: 45, used: 20, reread: 3 }); // "read_file 20/45"
 * ```
 *
 * @throws GovernorError `invalid_argument`
 */
export function formatUsage(usage: ToolUsage): string {
  const isUsage = (): boolean =>
    typeof usage.tool === "string" &&
    typeof usage.used === "number" &&
    typeof usage.seen === "number";
  demandArgument(isUsage, "usage", usage, "a row of a ledger's summary");
  const { tool, used, seen } = usage;
  return `${escapeName(tool)} ${used}/${seen}`;
}
