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
 */
export function formatUsage({ tool, used, seen }: ToolUsage): string {
  return `${escapeName(tool)} ${used}/${seen}`;
}
