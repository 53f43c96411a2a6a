import { dirname, join, resolve } from "node:path";
import { AgentsMdError } from "../errors.ts";
import { escapePath } from "../escape-path.ts";
import type { WorkspaceRoot } from "../types.ts";
import { nodeFileCalls } from "./node-files.ts";

/** The nearest ancestor with `.git`, or the directory itself. */
export async function findRoot(cwd: unknown): Promise<WorkspaceRoot> {
  if (typeof cwd !== "string" || cwd === "" || cwd.includes("\0")) {
    throw new AgentsMdError("invalid_path", "cwd must be a path without NUL characters.");
  }
  const start = await resolveDirectory(resolve(cwd));
  for (let directory = start; ; directory = dirname(directory)) {
    if (await hasMarker(directory)) return { root: directory, marker: ".git" };
    if (directory === dirname(directory)) return { root: start, marker: null };
  }
}

async function resolveDirectory(path: string): Promise<string> {
  try {
    const real = await nodeFileCalls.realpath(path);
    if ((await nodeFileCalls.stat(real)).isDirectory()) return real;
  } catch {
    // Said below, as for what is there and is no directory.
  }
  throw new AgentsMdError(
    "not_a_directory",
    `The working directory "${escapePath(path)}" is not a directory.`,
  );
}

async function hasMarker(directory: string): Promise<boolean> {
  try {
    const stats = await nodeFileCalls.stat(join(directory, ".git"));
    return stats.isDirectory() || stats.isFile();
  } catch {
    return false;
  }
}
