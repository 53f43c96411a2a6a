import type { ToolProfile } from "../../src/index.ts";
import { profile as claudeCode } from "../../src/profiles/claude-code.ts";
import { profile as codex } from "../../src/profiles/codex.ts";
import { profile as copilotCli } from "../../src/profiles/copilot-cli.ts";
import { profile as geminiCli } from "../../src/profiles/gemini-cli.ts";
import { profile as opencode } from "../../src/profiles/opencode.ts";
import { profile as pi } from "../../src/profiles/pi.ts";

/** All profiles, and the tools that they know. */
export const PROFILES: readonly (readonly [string, ToolProfile, readonly string[]])[] = [
  [
    "claude-code",
    claudeCode,
    "Read Write Edit MultiEdit NotebookEdit Grep Glob TaskOutput Bash".split(" "),
  ],
  [
    "codex",
    codex,
    [
      ..."exec_command shell shell_command local_shell local_shell_call container.exec".split(" "),
      ..."apply_patch read_file grep_files".split(" "),
    ],
  ],
  ["opencode", opencode, "read write edit multiedit apply_patch patch grep glob bash".split(" ")],
  [
    "gemini-cli",
    geminiCli,
    [
      ..."read_file read_many_files write_file replace grep_search search_file_content".split(" "),
      ..."glob list_directory run_shell_command read_background_output".split(" "),
    ],
  ],
  ["pi", pi, "read write edit grep find ls bash".split(" ")],
  [
    "copilot-cli",
    copilotCli,
    "view create edit str_replace_editor apply_patch grep rg glob bash".split(" "),
  ],
];
