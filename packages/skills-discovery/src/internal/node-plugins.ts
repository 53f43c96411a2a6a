import type { ReadPluginsOptions, ReadPluginsResult } from "./node-types.ts";

export function readPlugins(options: ReadPluginsOptions): ReadPluginsResult {
  throw new Error(`not there yet: ${options.directories}`);
}
