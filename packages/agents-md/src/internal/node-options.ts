import { resolve } from "node:path";
import { AgentsMdError } from "../errors.ts";
import type { NodeResolveInstructionsOptions } from "../node-types.ts";
import type { ResolveInstructionsOptions, WorkspaceRoot } from "../types.ts";
import { findRoot } from "./node-find-root.ts";
import { hashBytes } from "./node-hash.ts";
import { readerOver } from "./node-reader.ts";

/** Options of the root entry for somebody who has only a directory. */
export async function toOptions(
  options: NodeResolveInstructionsOptions,
): Promise<ResolveInstructionsOptions> {
  return {
    workspaceRoot: await workspaceOf(options),
    cwd: absolute(options.cwd, "cwd"),
    reader: readerOver(),
    sha256: hashBytes,
    maxBytes: options.maxBytes,
    claudeMdFallback: options.claudeMdFallback,
    configHome:
      options.configHome === undefined ? undefined : absolute(options.configHome, "configHome"),
  };
}

async function workspaceOf({
  cwd,
  workspaceRoot,
}: NodeResolveInstructionsOptions): Promise<string | WorkspaceRoot> {
  if (workspaceRoot === undefined) return await findRoot(cwd);
  if (typeof workspaceRoot === "string") return absolute(workspaceRoot, "workspaceRoot");
  return { ...workspaceRoot, root: absolute(workspaceRoot?.root, "workspaceRoot") };
}

function absolute(path: unknown, option: string): string {
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw new AgentsMdError("invalid_path", `${option} must be a path without NUL characters.`);
  }
  return resolve(path);
}
