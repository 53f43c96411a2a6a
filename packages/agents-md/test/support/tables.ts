import {
  explainPath,
  type PathExplanation,
  type ResolvedInstructions,
  type ResolveInstructionsOptions,
  resolveInstructions,
} from "../../src/index.ts";
import { readerOf, sha256, type Tree } from "./virtual-tree.ts";

export type Extra = Partial<Omit<ResolveInstructionsOptions, "reader" | "sha256">>;

/** Options over a tree whose workspace is `/repo`. */
export function optionsOf(tree: Tree, extra: Extra = {}): ResolveInstructionsOptions {
  return {
    workspaceRoot: { root: "/repo", marker: ".git" },
    cwd: "/repo",
    reader: readerOf({ "/repo/.git/HEAD": "ref: refs/heads/main\n", ...tree }),
    sha256,
    ...extra,
  };
}

export async function explain(
  tree: Tree,
  target: string,
  extra: Extra = {},
): Promise<PathExplanation> {
  return await explainPath({ ...optionsOf(tree, extra), target });
}

export async function resolve(tree: Tree, extra: Extra = {}): Promise<ResolvedInstructions> {
  return await resolveInstructions(optionsOf(tree, extra));
}

/** Path and status of each file, for comparing with a table. */
export function statuses(value: Pick<PathExplanation, "files">): readonly string[] {
  return value.files.map(({ path, status }) => `${path} ${status}`);
}

export function codes(value: Pick<PathExplanation, "diagnostics">): readonly string[] {
  return value.diagnostics.map(({ code, path }) => `${code} ${path}`);
}
