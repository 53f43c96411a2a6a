import { dirname, join, resolve } from "node:path";
import type { CommandIo } from "../io.ts";
import { type Config, DEFAULT_CONFIG } from "./defaults.ts";
import { configHome, expandHome } from "./homes.ts";
import type { ConfigProblem } from "./parse-config-file.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { ConfigFile } from "./schema.ts";

type LayerName = "user" | "project" | "explicit";

/** One configuration file that counts, or that would if the project were trusted. */
export interface ConfigLayer {
  readonly layer: LayerName;
  /** Absolute. */
  readonly path: string;
  readonly status: "loaded" | "absent" | "untrusted" | "invalid";
  readonly problems: readonly ConfigProblem[];
}

/** What is in force, and where each value comes from. */
export interface LoadedConfig {
  readonly config: Config;
  readonly layers: readonly ConfigLayer[];
  /** Dotted key of each leaf → the layer it comes from; a key that is absent is a default. */
  readonly sources: ReadonlyMap<string, LayerName>;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Defaults, the user's file, the project's file if it is trusted, and `--config`; later wins key by
 * key, lists replace. A project that isn't trusted has its file neither opened nor looked for.
 */
export async function loadConfig(options: {
  readonly io: Pick<CommandIo, "environment" | "homeDirectory">;
  readonly workspaceRoot: string;
  readonly trusted: boolean;
  /** Absolute path of the file named by `--config`. */
  readonly explicitFile: string | undefined;
  /** Shown paths: how a file is named in messages. */
  readonly show: (path: string) => string;
}): Promise<LoadedConfig> {
  const { io, workspaceRoot } = options;
  const userFile = join(configHome(io), "config.json");
  const projectFile = join(workspaceRoot, ".alisio", "config.json");
  const candidates: { layer: LayerName; path: string; base: string }[] = [
    { layer: "user", path: userFile, base: dirname(userFile) },
    { layer: "project", path: projectFile, base: workspaceRoot },
  ];
  if (options.explicitFile !== undefined) {
    const path = options.explicitFile;
    // Naming the project's own file is one way to trust it; it is still that project's file.
    const base = resolve(path) === projectFile ? workspaceRoot : dirname(path);
    candidates.push({ layer: "explicit", path, base });
  }
  const layers: ConfigLayer[] = [];
  const sources = new Map<string, LayerName>();
  let config: unknown = DEFAULT_CONFIG;
  for (const { layer, path, base } of candidates) {
    if (layer === "project" && !options.trusted) {
      layers.push({ layer, path, status: "untrusted", problems: [] });
      continue;
    }
    const container = layer === "project" ? workspaceRoot : undefined;
    const read = await readConfigFile(path, options.show(path), layer === "explicit", container);
    layers.push({ layer, path, status: read.status, problems: read.problems });
    if (!read.value) continue;
    const absolute = absolutePaths(read.value, base, io.homeDirectory);
    config = merge(config, absolute, "", (key) => sources.set(key, layer));
  }
  return {
    config: config as Config,
    layers,
    sources,
    problems: layers.flatMap((layer) => layer.problems),
  };
}

function absolutePaths(file: ConfigFile, base: string, homeDirectory: string): ConfigFile {
  const { $schema: _schema, schemaVersion: _version, ...values } = file;
  const absolute = (paths: string[]) =>
    paths.map((path) => resolve(base, expandHome(path, homeDirectory)));
  return {
    ...values,
    ...(values.skills && { skills: absolute(values.skills) }),
    ...(values.plugins && { plugins: absolute(values.plugins) }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A new value: objects key by key, everything else replaced; tells each leaf that was set. */
function merge(
  below: unknown,
  above: unknown,
  key: string,
  onLeaf: (key: string) => void,
): unknown {
  if (!isObject(above)) {
    onLeaf(key);
    return above;
  }
  const result: Record<string, unknown> = { ...(isObject(below) ? below : {}) };
  for (const [name, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const inherited = Object.hasOwn(result, name) ? result[name] : undefined;
    result[name] = merge(inherited, value, key === "" ? name : `${key}.${name}`, onLeaf);
  }
  return result;
}
