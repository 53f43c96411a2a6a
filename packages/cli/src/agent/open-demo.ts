import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../globals.ts";
import { createContext } from "../globals.ts";
import { storyWorkspace } from "../stories.ts";

/** A throw-away copy of the bundled story's workspace, and a context that works in it. */
export interface Demo {
  readonly context: CommandContext;
  remove(): void;
}

/** The story never plays in a directory of the user's: it writes files and starts processes. */
export async function openDemo(context: CommandContext): Promise<Demo> {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), "alisio-demo-"));
  const remove = (): void => rmSync(parent, { recursive: true, force: true });
  try {
    const workspace = join(parent, "shop");
    cpSync(storyWorkspace(), workspace, { recursive: true });
    // An empty .git is what marks a workspace's root; it can't be bundled.
    mkdirSync(join(workspace, ".git"));
    const inside = await createContext(context.io, {
      cwd: workspace,
      trustProject: true,
      json: context.json,
      ...(context.explicitFile !== undefined && { config: context.explicitFile }),
    });
    return { context: { ...inside, style: context.style }, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
