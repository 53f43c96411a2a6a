import { maskRepairs, repairProblem, restoreRepairs } from "./frontmatter-repair.ts";
import type { Problem } from "./problem.ts";
import { findRepairs, type ScalarRepair } from "./repair-scalars.ts";
import { readFast } from "./yaml-fast.ts";
import { readFull } from "./yaml-full.ts";
import { loadedYaml, loadYaml, type YamlModule } from "./yaml-module.ts";
import type { MappingNode } from "./yaml-tree.ts";

/** What the lines between the fences hold. */
export interface Frontmatter {
  /** Undefined where it can't be read, not even with repairs. */
  readonly mapping: MappingNode | undefined;
  readonly problems: readonly Problem[];
  /** The scalars that were taken for the text they plainly are. */
  readonly repairs?: readonly ScalarRepair[];
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
  const repairs = findRepairs(text);
  if (repairs.length === 0) return { mapping: undefined, problems: reading.problems };
  return readRepaired(yaml, text, reading.problems, repairs);
}

/** Accepts repairs only where with them, and nothing else, the whole text is read. */
function readRepaired(
  yaml: YamlModule,
  text: string,
  problems: readonly Problem[],
  repairs: readonly ScalarRepair[],
): Frontmatter {
  const reading = readFull(yaml, maskRepairs(text, repairs));
  if (reading.kind === "refused") {
    // What is left is the true obstacle; the scalars have to be mended as well.
    return { mapping: undefined, problems: [...repairs.map(repairProblem), ...reading.problems] };
  }
  const mapping = restoreRepairs(reading.mapping, repairs);
  if (mapping === undefined) return { mapping, problems };
  return { mapping, problems: repairs.map(repairProblem), repairs };
}
