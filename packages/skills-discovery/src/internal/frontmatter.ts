import type { Problem } from "./problem.ts";
import { readFast } from "./yaml-fast.ts";
import { readFull } from "./yaml-full.ts";
import { loadedYaml, loadYaml, type YamlModule } from "./yaml-module.ts";
import type { MappingNode } from "./yaml-tree.ts";

/** What the lines between the fences hold. */
export interface Frontmatter {
  /** Undefined where it can't be read, not even with repairs. */
  readonly mapping: MappingNode | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Reads frontmatter: by the fast reader where that is sure, else by the YAML parser, else by the
 * parser after single scalars have been taken for the text they plainly are.
 *
 * @returns A promise only where the YAML parser has to be loaded first.
 */
export function readFrontmatter(text: string): Frontmatter | Promise<Frontmatter> {
  const mapping = readFast(text);
  if (mapping !== undefined) return { mapping, problems: [] };
  const yaml = loadedYaml();
  if (yaml !== undefined) return readSlowly(yaml, text);
  return loadYaml().then((module) => readSlowly(module, text));
}

function readSlowly(yaml: YamlModule, text: string): Frontmatter {
  const reading = readFull(yaml, text);
  if (reading.kind === "read") return { mapping: reading.mapping, problems: [] };
  return { mapping: undefined, problems: reading.problems };
}
