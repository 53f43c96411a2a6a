import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { AgentTool, ToolContext, ToolOutcome } from "../../src/index.ts";
import type { BackgroundExit, WorkspaceTools } from "../../src/tools/types-workspace-tools.ts";

type Execute = (args: Record<string, unknown>, context: ToolContext) => Promise<ToolOutcome>;

export interface FakeWorkspace extends WorkspaceTools {
  readonly files: Map<string, string>;
  /** Calls that ran, in the order in which they began. */
  readonly ran: string[];
  readonly allowed: string[];
  exitBackground(exit: BackgroundExit): void;
  isClosed: boolean;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Tools over files in memory, with the results of the real ones. */
export function fakeWorkspace(
  root: string,
  options: { readonly files?: Record<string, string>; readonly more?: readonly AgentTool[] } = {},
): FakeWorkspace {
  const files = new Map(Object.entries(options.files ?? {}));
  const ran: string[] = [];
  const listeners = new Set<(exit: BackgroundExit) => void>();
  const allowed: string[] = [];
  const tool = (name: string, effect: AgentTool["effect"], execute: Execute): AgentTool =>
    fakeTool(name, effect, async (args, context) => {
      ran.push(context.callId);
      return await execute(args, context);
    });
  const read = tool("read_file", "read", async ({ path }) => {
    const content = files.get(String(path));
    if (content === undefined) return { text: `There is no file ${path}.`, isError: true };
    return json({ path, sha256: sha256(content), startLine: 1, content, truncated: false });
  });
  const write = tool("write_file", "write", async ({ path, content }) => {
    files.set(String(path), String(content));
    return json({ path, sha256: sha256(String(content)) });
  });
  const shell = tool("shell", "process", async ({ command }, { onOutput }) => {
    onOutput?.(`ran ${command}\n`);
    return json({ stdout: `ran ${command}\n`, stderr: "", exitCode: 0, truncated: false });
  });
  const workspace: FakeWorkspace = {
    tools: [read, write, shell, ...(options.more ?? [])],
    files,
    ran,
    allowed,
    isClosed: false,
    resolvePath: (path) => resolve(root, path),
    isInside: async (path) => !resolve(root, path).startsWith("/outside"),
    outsideDirectoryOf: async (path, approved = []) => {
      const absolute = resolve(root, path);
      return absolute.startsWith("/outside") && ![...allowed, ...approved].includes("/outside")
        ? "/outside"
        : undefined;
    },
    allowDirectory: async (directory) => {
      allowed.push(directory);
    },
    onBackgroundExit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exitBackground: (exit) => {
      for (const listener of listeners) listener(exit);
    },
    close: async () => {
      workspace.isClosed = true;
    },
  };
  return workspace;
}

export function fakeTool(name: string, effect: AgentTool["effect"], execute: Execute): AgentTool {
  return {
    name,
    description: name,
    parameters: { type: "object" },
    effect,
    subject: (args) => {
      const { path, command, cwd } = args as Record<string, string | undefined>;
      return {
        ...(path !== undefined && { paths: [path] }),
        ...(command !== undefined && { command }),
        ...(cwd !== undefined && { cwd }),
      };
    },
    execute: (args, context) => execute(args as Record<string, unknown>, context),
  };
}

export function json(value: unknown): ToolOutcome {
  return { text: JSON.stringify(value), isError: false };
}
