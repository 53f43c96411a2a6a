import type { WorkspaceTools, WorkspaceToolsOptions } from "./types-workspace-tools.ts";

/**
 * The tools of the agent that touch files and processes.
 *
 * | tool | arguments | result |
 * |---|---|---|
 * | `read_file` | `path`, `startLine?`, `limit?` | `{ path, sha256, startLine, content, truncated, nextStartLine? }` |
 * | `list_files` | `path?`, `glob?`, `recursive?`, `offset?`, `limit?` | `{ files, nextOffset, truncated }` |
 * | `search_text` | `pattern`, `path?`, `glob?`, `literal?`, `ignoreCase?`, `context?` | `{ exitCode, elapsedMs, lines, truncated }` |
 * | `write_file` | `path`, `content`, `expectedSha256?` | `{ path, sha256 }` |
 * | `edit_file` | `path`, `expectedSha256`, `oldText`, `newText` | `{ path, sha256 }` |
 * | `run_process` | `command`, `args?`, `cwd?`, `timeoutMs?`, `background?` | `{ stdout, stderr, exitCode, truncated }` or `{ id, status }` |
 * | `shell` | `command`, `cwd?`, `timeoutMs?`, `background?` | the same |
 * | `bg_output` | `id`, `offset?`, `limit?` | `{ id, status, exit_code?, text, next_offset, eof }` |
 * | `bg_stop` | `id` | `{ id, status, exit_code? }` |
 *
 * @throws WorkspaceToolsError `invalid_option`
 */
export function createWorkspaceTools(_options: WorkspaceToolsOptions): WorkspaceTools {
  throw new Error("in work");
}
