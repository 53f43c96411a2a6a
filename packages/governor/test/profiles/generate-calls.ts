import fc from "fast-check";

const SCRIPTS: readonly string[] = [
  "cat a.ts",
  "cat /repo/a.ts",
  "sed -n 1,5p a.ts",
  "rg a src",
  "cat a.ts b.ts",
  "nl -ba a.ts | sed -n 1,2p",
  "rm a.ts",
  "cat $X",
];
const PATCH = "*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n*** End Patch";

/** Anything that isn't what a tool expects. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(1, "5", -1, 0.5, true, null, "", {}, [], [5, -1], "cat a.ts"),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Now and then something odd in place of what is usual. */
function mostly(...usual: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: odd },
  );
}

const file = mostly("/repo/a.ts", "a.ts");
const line = mostly(1, 2, 10);
const command = mostly(...SCRIPTS, ["bash", "-lc", "cat a.ts"], ["cat", "a.ts"]);
/** The arguments of all tools. */
export const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  path: file,
  file_path: file,
  filePath: file,
  absolute_path: file,
  notebook_path: file,
  command,
  cmd: command,
  pattern: mostly("a", "*.ts"),
  offset: line,
  limit: line,
  start_line: line,
  end_line: line,
  view_range: mostly([1, 5], [1, -1]),
  workdir: mostly("/repo", "src"),
  dir_path: mostly("/repo", "src"),
  task_id: mostly("b1"),
  pid: mostly(1),
  patchText: mostly(PATCH),
  input: mostly(PATCH),
  mode: mostly("slice"),
  run_in_background: mostly(false),
};
/** Arguments of a call. */
export const args: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 10, arbitrary: fc.record(FIELDS, { requiredKeys: [] }) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.constant<unknown>(PATCH) },
  { weight: 1, arbitrary: odd },
);
const PIECES: readonly string[] = [
  "1\tlet a;\n",
  "     1→let a;\n",
  "1: let a;\n",
  "1. let a;\n",
  "L1: let a;\n",
  "00001| let a;\n",
  "2\t\n",
  "let a;\n",
  "<path>/repo/a.ts</path>\n<type>file</type>\n<content>\n",
  "<type>directory</type>\n<entries>\n",
  "<file>\n",
  "(End of file - total 1 lines)\n",
  "(Showing lines 1-1 of 9. Use offset=2 to continue.)",
  "[54 more lines in file. Use offset=11 to continue.]",
  "Chunk ID: 1\n",
  "Process exited with code 0\n",
  "Exit code: 1\n",
  "Output:\n",
  "Output: ",
  "Process Group PGID: 1",
  "<exited with exit code 0>",
  "<untrusted_context>\n",
  "\n</untrusted_context>",
  "Full Log Output:\n",
  "Success. Updated the following files:\n",
  "Successfully replaced ",
  "Edit applied successfully.",
  "File /repo/a.ts updated with changes.",
  "<system-reminder>",
  "</system-reminder>",
  "IMPORTANT: The file content has been truncated.\nStatus: Showing lines 1-2 of 9",
  "--- FILE CONTENT (truncated) ---\n",
  "<retrieval_status>success</retrieval_status>",
  "<output>\n",
  "</output>",
  '{"output":"let a;"}',
  '{"error":"x"}',
  "\u001b[31m",
  "\u001b]0;",
  "cat: ",
  "error: ",
  "[elided: ",
];
/** Results as they are when all went well. */
const FINE: readonly string[] = [
  "1\tlet a;\n2\tlet b;",
  "Process exited with code 0\nOutput:\nlet a;\n",
  "Output: let a;\nProcess Group PGID: 1",
  "let a;\n<exited with exit code 0>",
  "1. let a;\n2. let b;",
  "<path>/repo/a.ts</path>\n<type>file</type>\n<content>\n1: let a;\n\n(End of file - total 1 lines)\n</content>",
  "Successfully modified file: a.ts",
  "Successfully replaced 1 block(s) in a.ts.",
  "File a.ts updated with changes.",
  "Edit applied successfully.",
  "Success. Updated the following files:\nM a.ts",
  "src/a.ts:1:let a;",
  "let a;",
];
/** The text of a result; now and then `null`, as of an image. */
export const texts: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FINE) },
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((list) => list.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
