import { bgOutputTool } from "./bg-output.ts";
import { bgStopTool } from "./bg-stop.ts";
import { editFileTool } from "./edit-file.ts";
import { BackgroundTasks } from "./internal/background-tasks.ts";
import type { ToolHost } from "./internal/define-tool.ts";
import { createExclusion } from "./internal/exclusively.ts";
import { Places } from "./internal/places.ts";
import { ProcessRegister } from "./internal/process-register.ts";
import { resolveLimits } from "./limits.ts";
import { listFilesTool } from "./list-files.ts";
import { readFileTool } from "./read-file.ts";
import { runProcessTool } from "./run-process.ts";
import { searchTextTool } from "./search-text.ts";
import { shellTool } from "./shell.ts";
import type { WorkspaceTools, WorkspaceToolsOptions } from "./types-workspace-tools.ts";
import { writeFileTool } from "./write-file.ts";

/**
 * The tools of the agent that touch files and processes.
 *
 * | tool | arguments | result |
 * |---|---|---|
 * | `read_file` | `path`, `startLine?`, `limit?` | `{ path, sha256, startLine, content, truncated, nextStartLine?, note? }` |
 * | `list_files` | `path?`, `glob?`, `recursive?`, `offset?`, `limit?` | `{ files, nextOffset, truncated }` |
 * | `search_text` | `pattern`, `path?`, `glob?`, `literal?`, `ignoreCase?`, `context?` | `{ exitCode, elapsedMs, lines, truncated }` |
 * | `write_file` | `path`, `content`, `expectedSha256?` | `{ path, sha256 }` |
 * | `edit_file` | `path`, `expectedSha256`, `oldText`, `newText` | `{ path, sha256 }` |
 * | `run_process` | `command`, `args?`, `cwd?`, `timeoutMs?`, `background?` | `{ stdout, stderr, exitCode, truncated, signal?, timedOut? }`, or in the background `{ id, status }` |
 * | `shell` | `command`, `cwd?`, `timeoutMs?`, `background?` | the same |
 * | `bg_output` | `id`, `offset?`, `limit?` | `{ id, status, exit_code?, signal?, text, next_offset, eof, dropped? }` |
 * | `bg_stop` | `id` | `{ id, status, exit_code?, signal? }` |
 *
 * Nothing outside the workspace and the approved directories is read or written, through `..`, links
 * or what is swapped while a tool works: what counts is the file that was opened. Three things are
 * beyond that: hard links, which can't be told from files; processes, which may do what the user may;
 * and directories that somebody who can write there swaps for links, on systems without `/proc`,
 * between the last look at them and the listing of them or the change in them. `.git` is never written.
 *
 * Every process has a group of its own, which ends with it, on abort, on time-out and on `close`, and
 * when the agent's process exits. It outlives an agent that is killed by SIGKILL, and so does what
 * leaves its group.
 *
 * @example
 * ```ts
 * const { tools, close } = createWorkspaceTools({
 *   workspaceRoot: "/projects/demo",
 *   cwd: "/projects/demo",
 *   environment: { PATH: "/usr/bin:/bin" },
 *   now: Date.now,
 *   createId: () => crypto.randomUUID(),
 * });
 * ```
 *
 * @throws AgentError `invalid_option`
 */
export function createWorkspaceTools(options: WorkspaceToolsOptions): WorkspaceTools {
  const { workspaceRoot, cwd, directories = [], environment, now, createId } = options;
  const limits = resolveLimits(options.limits);
  const places = Places.open(workspaceRoot, cwd, directories);
  const processes = new ProcessRegister({ environment, killGraceMs: limits.killGraceMs });
  const tasks = new BackgroundTasks(limits, createId);
  let isClosed = false;
  const host: ToolHost = {
    placesFor: (directories) => places.withApproved(directories),
    limits,
    now,
    exclusively: createExclusion(),
    startProcess: processes.start,
    tasks,
    isClosed: () => isClosed,
  };
  return {
    tools: TOOLS.map((tool) => tool(host)),
    resolvePath: (written) => places.resolve(written),
    isInside: (written) => places.isInside(written),
    outsideDirectoryOf: (written, approved = []) =>
      places.withApproved(approved).outsideDirectoryOf(written),
    allowDirectory: async (directory) => places.allow(directory),
    onBackgroundExit: (listener) => tasks.onExit(listener),
    close: async () => {
      isClosed = true;
      await tasks.stopAll();
      await processes.close();
    },
  };
}

const TOOLS = [
  readFileTool,
  listFilesTool,
  searchTextTool,
  writeFileTool,
  editFileTool,
  runProcessTool,
  shellTool,
  bgOutputTool,
  bgStopTool,
];
