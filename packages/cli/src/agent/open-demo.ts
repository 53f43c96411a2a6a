import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stateHome } from "../config/homes.ts";
import { type CommandContext, createContext } from "../globals.ts";
import type { CommandIo } from "../io.ts";
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
    const inside = await createContext(hermetic(context.io, join(parent, "home")), {
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

/** Instructions and skills of the user's own would change what the story needs; sessions stay. */
function hermetic(io: CommandIo, home: string): CommandIo {
  mkdirSync(home);
  return {
    ...io,
    homeDirectory: home,
    environment: {
      ...io.environment,
      HOME: home,
      ALISIO_CONFIG_HOME: join(home, ".config", "alisio"),
      ALISIO_STATE_HOME: stateHome(io),
    },
  };
}
