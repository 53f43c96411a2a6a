import { basename, dirname, join } from "node:path";
import type { LocatedPath } from "../reader-types.ts";
import type { FileCalls } from "./node-files.ts";

/** Where a path leads; what does not exist is resolved as far as it does. */
export async function locatePath(calls: FileCalls, path: string): Promise<LocatedPath> {
  const real = await resolve(calls, path);
  if (real === undefined) {
    const resolved = await resolveExisting(calls, path);
    return { kind: "missing", path: resolved, realPath: resolved };
  }
  const kind = await kindOf(calls, real);
  if (kind === "directory" || real === path) return { kind, path: real, realPath: real };
  const parent = (await resolve(calls, dirname(path))) ?? dirname(path);
  return { kind, path: join(parent, basename(path)), realPath: real };
}

async function resolve(calls: FileCalls, path: string): Promise<string | undefined> {
  try {
    return await calls.realpath(path);
  } catch {
    return undefined;
  }
}

async function kindOf(calls: FileCalls, path: string): Promise<LocatedPath["kind"]> {
  try {
    const stats = await calls.stat(path);
    return stats.isDirectory() ? "directory" : stats.isFile() ? "file" : "other";
  } catch {
    return "missing";
  }
}

async function resolveExisting(calls: FileCalls, path: string): Promise<string> {
  const names: string[] = [];
  let existing = path;
  for (;;) {
    const parent = dirname(existing);
    if (parent === existing) return path;
    names.unshift(basename(existing));
    existing = parent;
    const real = await resolve(calls, existing);
    if (real !== undefined) return join(real, ...names);
  }
}
