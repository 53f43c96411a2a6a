import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "vitest";
import { createWorkspaceTools } from "../../src/tools/create-workspace-tools.ts";
import type {
  WorkspaceTools,
  WorkspaceToolsOptions,
} from "../../src/tools/types-workspace-tools.ts";
import type { AgentTool, ToolContext, ToolOutcome } from "../../src/types-tool.ts";

/** What stands in the file outside, and must never be seen. */
export const CANARY = "CANARY-OUTSIDE";

/** A throw-away workspace with its tools, and a directory beside it that is none of its business. */
export interface TestWorkspace extends WorkspaceTools {
  readonly root: string;
  readonly outside: string;
  readonly byName: Readonly<Record<string, AgentTool>>;
  call(name: string, args: unknown, context?: Partial<ToolContext>): Promise<ToolOutcome>;
  /** The result of a call that has to succeed. */
  result(name: string, args: unknown): Promise<Record<string, unknown>>;
  /** The text of a call that has to be refused. */
  refusal(name: string, args: unknown): Promise<string>;
}

const open: { readonly base: string; readonly tools: WorkspaceTools }[] = [];

afterEach(async () => {
  for (const { base, tools } of open.splice(0)) {
    await tools.close();
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
});

/** Makes files, with the directories on their way. */
export function writeTree(
  base: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(base, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

export function createWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<WorkspaceToolsOptions> = {},
): TestWorkspace {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "alisio-tools-")));
  const root = path.join(base, "workspace");
  const outside = path.join(base, "workspace-outside");
  mkdirSync(root);
  writeTree(outside, { "secret.txt": `${CANARY}\n` });
  writeTree(root, files);
  let ids = 0;
  const tools = createWorkspaceTools({
    workspaceRoot: root,
    cwd: root,
    environment: { PATH: process.env["PATH"] },
    now: Date.now,
    createId: () => `task-${++ids}`,
    ...options,
  });
  open.push({ base, tools });
  return { ...tools, root, outside, ...callers(tools) };
}

function callers(
  tools: WorkspaceTools,
): Pick<TestWorkspace, "byName" | "call" | "result" | "refusal"> {
  const byName = Object.fromEntries(tools.tools.map((tool) => [tool.name, tool]));
  const call: TestWorkspace["call"] = (name, args, context = {}) => {
    const tool = byName[name];
    if (!tool) throw new Error(`There is no tool ${name}.`);
    return tool.execute(args, { callId: "c", signal: new AbortController().signal, ...context });
  };
  return {
    byName,
    call,
    result: async (name, args) => {
      const { text, isError } = await call(name, args);
      if (isError) throw new Error(`${name} was refused: ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    },
    refusal: async (name, args) => {
      const { text, isError } = await call(name, args);
      if (!isError) throw new Error(`${name} was not refused: ${text.slice(0, 500)}`);
      return text;
    },
  };
}

/** A workspace from which every kind of link leads out. */
export function withLinks(): TestWorkspace {
  const workspace = createWorkspace({ "in.txt": "in\n", "dir/a.txt": "a\n" });
  const { root, outside } = workspace;
  symlinkSync(path.join(outside, "secret.txt"), path.join(root, "file-link"));
  symlinkSync("../workspace-outside", path.join(root, "dir-link"));
  symlinkSync("dir-link", path.join(root, "link-to-link"));
  symlinkSync(path.join(outside, "not-there.txt"), path.join(root, "dangling"));
  symlinkSync("circle", path.join(root, "circle"));
  return workspace;
}
