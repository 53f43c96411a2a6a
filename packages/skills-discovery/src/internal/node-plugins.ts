import path from "node:path";
import type { SkillFileSystem } from "../file-system.ts";
import type { SkillPlugin } from "../plan-skill-roots.ts";
import { showPath } from "../plan-skill-roots.ts";
import type { SkillDiagnostic } from "../types.ts";
import { takeOptions } from "./arguments.ts";
import { decodeText } from "./binary.ts";
import { finding } from "./candidate.ts";
import { createNodeFileSystem, fromNative } from "./node-file-system.ts";
import { expandPath, resolveHome } from "./node-places.ts";
import type { ReadPluginsOptions, ReadPluginsResult } from "./node-types.ts";
import { openContained } from "./open-contained.ts";
import { READ_PLUGINS } from "./option-names.ts";
import { invalid } from "./options.ts";
import { isInside, joinPath } from "./paths.ts";
import { checkPluginManifest } from "./plugin-manifest.ts";
import { ReadBuffer } from "./read-file.ts";

/** The file that makes a directory a plugin. */
const PLUGIN_MANIFEST_NAME: string = "alisio-plugin.json";

/** A manifest names a few paths. */
const MAX_MANIFEST_BYTES = 65_536;

/**
 * Reads the manifests of plugins, for `discoverSkills({ plugins })`. What is wrong with one is a
 * diagnostic and keeps only this one out.
 *
 * @example
 * ```ts
 * import { discoverSkills, readPlugins } from "@alisio/skills-discovery/node";
 *
 * const { plugins, diagnostics } = readPlugins({ directories: ["/nowhere/vercel"] });
 * diagnostics[0]?.code; // "plugin.unreadable"
 * const snapshot = await discoverSkills({ plugins });
 * ```
 */
export function readPlugins(given: ReadPluginsOptions): ReadPluginsResult {
  const options = takeOptions(given, READ_PLUGINS);
  const { directories } = options;
  if (!Array.isArray(directories) || !directories.every((each) => typeof each === "string")) {
    invalid("directories has to be a list of paths.");
  }
  const home = resolveHome(options.homeDirectory);
  const fileSystem = createNodeFileSystem();
  const plugins = new Map<string, SkillPlugin>();
  const diagnostics: SkillDiagnostic[] = [];
  for (const written of directories) {
    const directory = expandPath(written, fromNative(path.resolve(".")), home);
    const shown = showPath(joinPath(directory, PLUGIN_MANIFEST_NAME), home);
    const plugin = readPlugin(fileSystem, directory, shown);
    if ("code" in plugin) diagnostics.push(plugin);
    else if (plugins.has(plugin.id)) {
      const message = `Another plugin before it has the id ${plugin.id}; this one was left out. Give each its own.`;
      diagnostics.push(finding("plugin.invalid", "error", shown, message));
    } else plugins.set(plugin.id, plugin);
  }
  return { plugins: [...plugins.values()], diagnostics };
}

function readPlugin(
  fileSystem: SkillFileSystem,
  directory: string,
  shown: string,
): SkillPlugin | SkillDiagnostic {
  const text = readManifest(fileSystem, directory);
  if (text === undefined) {
    const message =
      "There is no manifest that can be read: a text file of at most 64 KiB inside the plugin. Name the plugin's directory.";
    return finding("plugin.unreadable", "error", shown, message);
  }
  const manifest = checkPluginManifest(text);
  if (typeof manifest === "string") return finding("plugin.invalid", "error", shown, manifest);
  const roots: string[] = [];
  for (const folder of manifest.skills) {
    const root = rootInside(fileSystem, directory, folder);
    if (root === undefined) {
      const message = `The path ${JSON.stringify(folder)} leads out of the plugin; name directories inside it.`;
      return finding("plugin.path-outside", "error", shown, message);
    }
    roots.push(root);
  }
  return { id: manifest.id, roots };
}

function readManifest(fileSystem: SkillFileSystem, directory: string): string | undefined {
  try {
    const container = fileSystem.realPath(directory);
    if (container === undefined) return undefined;
    const file = joinPath(container, PLUGIN_MANIFEST_NAME);
    const result = openContained(fileSystem, file, container);
    if ("refusal" in result) return undefined;
    try {
      const bytes = new ReadBuffer().read(result.opened, result.stat, MAX_MANIFEST_BYTES);
      return bytes && decodeText(bytes);
    } finally {
      result.opened.close();
    }
  } catch {
    return undefined;
  }
}

/** A directory inside the plugin, links resolved; one that isn't there is told by discovery. */
function rootInside(
  fileSystem: SkillFileSystem,
  directory: string,
  folder: string,
): string | undefined {
  const root = fromNative(path.resolve(directory, folder));
  if (!isInside(root, directory)) return undefined;
  try {
    const [real, container] = [fileSystem.realPath(root), fileSystem.realPath(directory)];
    if (real === undefined || container === undefined) return root;
    return isInside(real, container) ? root : undefined;
  } catch {
    return root;
  }
}
