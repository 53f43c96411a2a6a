import { shortHash } from "./hash.ts";

/** Far beyond the names that a provider accepts; what is longer is text that a model made up. */
const MAX_TOOL_CHARACTERS = 256;
const KEPT_CHARACTERS = 64;
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;

/** A tool's name as the report shows it: one beyond any measure by its beginning and a hash. */
export function showTool(name: string): string {
  if (name.length <= MAX_TOOL_CHARACTERS) return name;
  return `${name.slice(0, KEPT_CHARACTERS).replace(HALF_A_CHARACTER, "")}...${shortHash(name)}`;
}
