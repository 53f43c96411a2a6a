import { describe, expect, it } from "vitest";
import { quotedByOf } from "../../src/simulate/quoted-by.ts";

const PATCH = [
  "*** Begin Patch",
  "*** Add File: new.ts",
  "+added",
  "*** Update File: a.ts",
  "*** Move to: b.ts",
  "@@ class A",
  " context",
  "-removed",
  "+in its place",
  " after",
  "@@",
  "-last",
  "*** End of File",
  "*** Delete File: c.ts",
  "*** Update File: d.ts",
  "-of d",
  "*** End Patch",
  "-no part of it",
].join("\n");
const OLD = ["context\nremoved\nafter", "last", "of d"];

describe("what a call quotes", () => {
  it.each<[string, string, unknown, readonly string[]]>([
    ["alisio", "edit_file", { oldText: "old", newText: "new" }, ["old"]],
    ["alisio", "write_file", { content: "all" }, []],
    ["claude-code", "Edit", { old_string: "old", new_string: "new" }, ["old"]],
    ["claude-code", "Edit", { old_string: "", new_string: "new" }, []],
    [
      "claude-code",
      "MultiEdit",
      { edits: [{ old_string: "a" }, {}, { old_string: "b" }] },
      ["a", "b"],
    ],
    ["claude-code", "MultiEdit", { edits: "none" }, []],
    ["claude-code", "MultiEdit", { edits: [null, 5, ["x"]] }, []],
    ["codex", "apply_patch", PATCH, OLD],
    ["codex", "apply_patch", { input: PATCH }, OLD],
    ["codex", "shell", { command: ["apply_patch", PATCH] }, OLD],
    ["codex", "shell", { command: ["bash", "-lc", `apply_patch <<'E'\n${PATCH}\nE`] }, OLD],
    ["codex", "exec_command", { cmd: `cd x && apply_patch <<'E'\n${PATCH}\nE\n` }, OLD],
    ["codex", "exec_command", { cmd: "cat a.ts" }, []],
    ["codex", "local_shell_call", { action: { command: ["apply_patch", PATCH] } }, OLD],
    ["codex", "shell", { command: ["apply_patch", 5] }, []],
    ["copilot-cli", "edit", { old_str: "old" }, ["old"]],
    ["copilot-cli", "str_replace_editor", { command: "view", path: "a" }, []],
    ["copilot-cli", "apply_patch", PATCH, OLD],
    ["gemini-cli", "replace", { old_string: "old" }, ["old"]],
    ["opencode", "edit", { oldString: "old" }, ["old"]],
    ["opencode", "multiedit", { edits: [{ oldString: "old" }] }, ["old"]],
    ["opencode", "patch", { patchText: PATCH }, OLD],
    ["pi", "edit", { oldText: "old" }, ["old"]],
    ["pi", "edit", { edits: [{ oldText: "a" }] }, ["a"]],
    ["pi", "constructor", { oldText: "old" }, []],
    ["pi", "edit", null, []],
    ["pi", "edit", "text", []],
  ])("%s, %s %j", (agent, name, args, expected) => {
    expect(quotedByOf(agent)?.({ id: "1", name, args })).toEqual(expected);
  });

  it("is unknown for other agents", () => {
    expect(quotedByOf("swe-agent")).toBeUndefined();
    expect(quotedByOf("constructor")).toBeUndefined();
  });
});
