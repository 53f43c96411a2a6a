import { faultOfPluginId } from "../plan-skill-roots.ts";
import { quoteForMessage } from "./text.ts";

/** What an `alisio-plugin.json` says. */
export interface PluginManifest {
  readonly schemaVersion: 1;
  readonly id: string;
  /** Directories inside the plugin. */
  readonly skills: readonly string[];
}

/** Directories that one plugin registers at most. */
const MAX_FOLDERS = 100;

/** A manifest, or in one sentence what is wrong with it. By hand, so that no schema is loaded. */
export function checkPluginManifest(text: string): PluginManifest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "The manifest is not JSON; mend it.";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "The manifest has to be an object.";
  }
  const { schemaVersion, id, skills, ...rest } = value as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    return `The key ${quoteForMessage(unknown)} is unknown; schemaVersion, id and skills are not.`;
  }
  if (schemaVersion !== 1) return "schemaVersion has to be 1.";
  const fault = typeof id === "string" ? faultOfPluginId(id) : "has to be a string";
  if (typeof id !== "string" || fault !== undefined) return `The id ${fault}.`;
  if (skills === undefined) return { schemaVersion, id, skills: [] };
  const isList =
    Array.isArray(skills) &&
    skills.length <= MAX_FOLDERS &&
    skills.every((folder) => typeof folder === "string" && folder !== "" && !folder.includes("\0"));
  if (!isList)
    return `skills has to be a list of at most ${MAX_FOLDERS} directories inside the plugin.`;
  return { schemaVersion, id, skills: skills as readonly string[] };
}
