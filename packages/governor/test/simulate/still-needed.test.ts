import { describe, expect, it } from "vitest";
import { profile as claudeCode } from "../../src/profiles/claude-code.ts";
import { profile as codex } from "../../src/profiles/codex.ts";
import { profile as copilotCli } from "../../src/profiles/copilot-cli.ts";
import { profile as pi } from "../../src/profiles/pi.ts";
import { replayed, type Talk, talk } from "./support/talk.ts";

const FILE = "/repo/src/service.go";
const EDITED = `The file ${FILE} has been updated.`;

/** Distinct lines of code. */
const line = (number: number): string => `value${number} := computeSomething(${number}, input)`;
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => line(from + at));
const numbered = (from: number, to: number): string =>
  lines(from, to)
    .map((text, at) => `${String(from + at).padStart(6)}→\t${text}`)
    .join("\n");

const read = (to: Talk, from = 1, last = 40): Talk =>
  from === 1 && last === 40
    ? to.call("Read", { file_path: FILE }, numbered(1, 40))
    : to.call(
        "Read",
        { file_path: FILE, offset: from, limit: last - from + 1 },
        numbered(from, last),
      );
const edit = (to: Talk, old: string, more = "rewritten", result = EDITED): Talk =>
  to.call("Edit", { file_path: FILE, old_string: old, new_string: more }, result);
const claude = (of: Talk): number => replayed(of, "claude-code", claudeCode).stillNeeded;

/** Read whole, edited at one place, and gone by the next request but one. */
const elided = (): Talk => edit(read(talk()), line(3)).pass(2);

// Each of the first twelve repeats the shape of a case in published sessions that was looked at by
// hand, message by message: which lines the edit quoted, and where else each of them stood.
describe("a read was still needed", () => {
  // pi, theme schema: the file is read at the start, edited 200 messages later at one place, and then
  // a block of 43 lines of it is replaced. No other message holds any of these lines.
  it("when a block was quoted that nothing else had shown", () => {
    expect(claude(edit(elided(), lines(10, 30).join("\n")))).toBe(1);
  });

  // pi, a page of documentation: of nine quoted lines a search had just shown four; the other five
  // stood in the elided read alone.
  it("when a search had shown only a part of the quote", () => {
    const found = lines(10, 13)
      .map((text, at) => `${FILE}:${10 + at}:${text}`)
      .join("\n");
    const searched = elided().call("Grep", { pattern: "value1" }, found);
    expect(claude(edit(searched, lines(10, 18).join("\n")))).toBe(1);
  });

  // pi, a footer: read, changed at its imports, and two more edits of it in the next two answers quote
  // two more places. One read, two edits.
  it("once, however many edits needed it", () => {
    const { stillNeeded, stillNeededEdits } = replayed(
      edit(edit(elided(), lines(20, 24).join("\n")), lines(30, 34).join("\n")),
      "claude-code",
      claudeCode,
    );
    expect({ stillNeeded, stillNeededEdits }).toEqual({ stillNeeded: 1, stillNeededEdits: 2 });
  });

  // Claude Code, restoring of sessions: a later read of a part ends in the middle of the quote.
  it("when a later read of a part showed only the beginning", () => {
    expect(claude(edit(read(elided(), 8, 12), lines(10, 14).join("\n")))).toBe(1);
  });

  // Claude Code, a test: four lines are read, another place is edited, then these are. Applied at
  // once the read is gone by then; at the end of an epoch of 32 messages it is still there.
  it("only if it was gone by then", () => {
    const again = edit(edit(read(talk(), 20, 23), line(2)).pass(2), lines(20, 22).join("\n"));
    expect(claude(again)).toBe(1);
    const late = replayed(again, "claude-code", claudeCode, { epochMessages: 32 });
    expect(late).toMatchObject({ elided: 0, stillNeeded: 0 });
  });

  // Copilot CLI, a plan: the agent had written the file itself, far above; it read it again, and the
  // edit quotes that. What stands before the read doesn't count: nothing later shows it.
  it("even if the text stands further up in the request", () => {
    const path = "/repo/plan.md";
    const shown = lines(1, 9)
      .map((text, at) => `${at + 1}. ${text}`)
      .join("\n");
    const change = (of: Talk, old_str: string): Talk =>
      of.call("edit", { path, old_str, new_str: "done" }, `File ${path} updated with changes.`);
    const plan = talk()
      .call("create", { path, file_text: lines(1, 9).join("\n") }, `Created file ${path}`)
      .call("view", { path }, shown);
    const { stillNeeded } = replayed(
      change(change(plan, line(1)).pass(2), lines(5, 7).join("\n")),
      "copilot-cli",
      copilotCli,
    );
    expect(stillNeeded).toBe(1);
  });
});

describe("a read was not needed any more", () => {
  // Claude Code, resuming: five quoted lines, each in a later read of a part and in a later edit.
  it("when a later read of a part showed all that was quoted", () => {
    expect(claude(edit(read(elided(), 8, 20), lines(10, 14).join("\n")))).toBe(0);
  });

  // Claude Code, a preview of prompts: fourteen lines, each of them shown by one or other of two later
  // results, none of which holds all.
  it("when several later messages showed it together", () => {
    const both = read(read(elided(), 8, 12), 13, 16);
    expect(claude(edit(both, lines(9, 15).join("\n")))).toBe(0);
  });

  // Claude Code, renaming: six edits quote one name each, which later edits and their results hold.
  it("when only a name was quoted that stands in later edits", () => {
    const renamed = edit(elided(), "value9", "other9", `${EDITED}\n  9→\tother9 := value9 + 1`);
    expect(claude(edit(edit(renamed, "value9", "third9"), "value9", "last9"))).toBe(1);
    const shown = elided().say("I rename value9 now.");
    expect(claude(edit(edit(shown, "value9", "third9"), "value9", "last9"))).toBe(0);
  });

  // pi, colours: the agent read the whole file again just before the edit.
  it("when the file was read again", () => {
    expect(claude(edit(read(elided()), lines(10, 24).join("\n")))).toBe(0);
  });

  // Claude Code, hooks: the agent's own plan, written to a file later, holds the code it then edits.
  it("when the agent's own words held it", () => {
    const planned = elided().call(
      "Write",
      { file_path: "/repo/plan.md", content: lines(10, 24).join("\n") },
      "File created successfully at: /repo/plan.md",
    );
    expect(claude(edit(planned, lines(10, 24).join("\n")))).toBe(0);
  });

  // Claude Code, hooks: all that the elided read and the quote have in common is `} else {`.
  it("when only what stands everywhere is the same", () => {
    const before = `     1→\tif first {\n     2→\t} else {\n${numbered(3, 20)}`;
    const part = (): Talk =>
      edit(talk().call("Read", { file_path: FILE }, before), line(3)).pass(2);
    expect(claude(edit(part(), `${line(70)}\n} else {\n${line(71)}`))).toBe(0);
    // A quote with nothing longer is taken by its word.
    expect(claude(edit(part(), "} else {"))).toBe(1);
  });

  it("when the edit failed", () => {
    const failed = elided().call(
      "Edit",
      { file_path: FILE, old_string: line(20), new_string: "" },
      "<tool_use_error>String to replace not found in file.</tool_use_error>",
      true,
    );
    expect(claude(failed)).toBe(0);
    // What the failed edit quoted stands in the request from then on.
    expect(claude(edit(failed, line(20)))).toBe(0);
  });

  it("when another file was edited", () => {
    const other = elided().call(
      "Edit",
      { file_path: "/repo/src/other.go", old_string: line(20), new_string: "" },
      "The file /repo/src/other.go has been updated.",
    );
    expect(claude(other)).toBe(0);
  });

  it("when a user pasted the text", () => {
    expect(claude(edit(elided().user(line(20)), line(20)))).toBe(0);
  });

  it("when nothing was elided, or nothing is known of quotes", () => {
    expect(claude(edit(read(talk()), line(20)))).toBe(0);
    const unknown = edit(elided(), line(20));
    expect(replayed(unknown, "nobody", claudeCode)).toMatchObject({ elided: 1, stillNeeded: 0 });
  });
});

describe("a file", () => {
  it.each([
    ["src/a.ts", 1],
    ["./src/a.ts", 1],
    ["/repo/src/a.ts", 1],
    ["a.ts", 1],
    ["lib/a.ts", 0],
    ["ra.ts", 0],
    ["src\\a.ts", 1],
  ])("read as src/a.ts and edited as %s", (path, expected) => {
    const confirmed = "Successfully replaced text";
    const some = talk()
      .call("read", { path: "src/a.ts" }, lines(1, 40).join("\n"))
      .call("edit", { path: "src/a.ts", oldText: line(3), newText: "x" }, confirmed)
      .pass(2)
      .call("edit", { path, oldText: line(20), newText: "x" }, confirmed);
    expect(replayed(some, "pi", pi).stillNeeded).toBe(expected);
  });

  it("of a patch in a shell command", () => {
    const header = "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n";
    const patch = (context: number, old: number): string =>
      `*** Begin Patch\n*** Update File: a.go\n@@\n ${line(context)}\n-${line(old)}\n+new\n*** End Patch`;
    const some = talk()
      .call("exec_command", { cmd: "cat a.go" }, header + lines(1, 40).join("\n"))
      .call("apply_patch", patch(2, 3), "Success. Updated the following files:\nM a.go")
      .pass(2)
      .call(
        "exec_command",
        { cmd: `apply_patch <<'EOF'\n${patch(20, 21)}\nEOF\n` },
        `${header}Success. Updated the following files:\nM a.go`,
      );
    expect(replayed(some, "codex", codex)).toMatchObject({ elided: 1, stillNeeded: 1 });
  });
});
