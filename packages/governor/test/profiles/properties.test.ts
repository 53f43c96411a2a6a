import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Observation, ToolProfile } from "../../src/index.ts";
import { checkObservations } from "../../src/internal/check-observation.ts";
import { changedPaths } from "../../src/profiles/internal/changed-paths.ts";
import { joinPath } from "../../src/profiles/internal/join-path.ts";
import { numberedLines } from "../../src/profiles/internal/numbered-lines.ts";
import { observeShell } from "../../src/profiles/internal/shell/observe-shell.ts";
import { normalised } from "../../src/profiles/internal/text.ts";
import { args, FIELDS, texts } from "./generate-calls.ts";
import { PROFILES } from "./profiles.ts";

const RUNS = Number(process.env["ALISIO_FC_RUNS"] ?? 2000);
// A run takes far less than this; slow machines and large counts need the room.
vi.setConfig({ testTimeout: 20_000 + RUNS * 5 });

describe.each(PROFILES)("%s", (_name, profile, tools) => {
  test("never throws, says the same each time, and only what the rules can use", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(...tools), args, texts, (name, args, text) => {
        const call = Object.freeze({ id: "1", name, args });
        const before = JSON.stringify(args);
        const first = profile(call, { text, isError: false });
        expect(checkObservations(first, name)).toBe(first);
        expect(profile(call, { text, isError: false })).toEqual(first);
        expect(JSON.stringify(args)).toBe(before);
        for (const observation of first) {
          kinds.add(observation.kind);
          expectSound(observation);
          if (text === null) expect(observation.kind).toBe("change");
        }
      }),
      { numRuns: RUNS },
    );
    expect(kinds).toContain("read");
    expect(kinds).toContain("change");
    expect(kinds).toContain("search");
  });

  test("knows its tools by their exact names", () => {
    const subject = (name: string) => profile.subjectOf?.({ id: "1", name, args: {} });
    expect(new Set(tools.map(subject)).size).toBe(1);
    expect(tools.map(subject)).not.toContain(undefined);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom("constructor", "toString")),
        args,
        (name, args) => {
          fc.pre(!tools.includes(name));
          expect(profile({ id: "1", name, args }, { text: "1\tlet a;", isError: false })).toEqual(
            [],
          );
          expect(subject(name)).toBeUndefined();
        },
      ),
    );
  });

  test("deep arguments and large texts come to an end", () => {
    for (const text of LARGE_TEXTS)
      for (const name of tools) expectLarge(profile, name, LARGE_ARGS, text);
    for (const script of LARGE_SCRIPTS) {
      const args = {
        ...LARGE_ARGS,
        command: script,
        cmd: script,
        input: script,
        patchText: script,
      };
      for (const name of tools) expectLarge(profile, name, args, "1\tlet a;");
    }
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = { a: [deep] };
    for (const name of tools) expectLarge(profile, name, { ...LARGE_ARGS, deep }, "1\tlet a;");
  });
});

/** Numbers are lines, and a part of a file has a key of its own. */
function expectSound(observation: Observation): void {
  if (observation.kind !== "read") return;
  const { startLine, limit, compareText, rangeKey } = observation;
  if (startLine !== undefined) expect(startLine).toBeGreaterThanOrEqual(1);
  if (limit !== undefined) expect(limit).toBeGreaterThanOrEqual(0);
  if (startLine !== undefined || limit !== undefined) expect(rangeKey).toBeDefined();
  if (rangeKey !== undefined) expect(compareText).toBeDefined();
  if (compareText !== undefined) expect(normalised(compareText)).toBe(compareText);
}

const SIZE = 120_000;
const LARGE_TEXTS: readonly string[] = [
  "1\tlet a;\n".repeat(SIZE / 10),
  Array.from({ length: SIZE / 10 }, (_, index) => `${index + 1}\tlet a;`).join("\n"),
  "\u001b]".repeat(SIZE / 2),
  "\u001b[".repeat(SIZE / 2),
  "<system-reminder>".repeat(SIZE / 20),
  `x${"</system-reminder>".repeat(SIZE / 20)}`,
  "<system-reminder></system-reminder>".repeat(SIZE / 40),
  `${"<path>\n".repeat(SIZE / 8)}<type>file</type>\n<content>\n`,
  "Chunk ID: 1\n".repeat(SIZE / 10),
  `Process exited with code 0\nOutput:\n${"…1 tokens truncated".repeat(SIZE / 20)}`,
  `Output: ${"\nExit Code: 0".repeat(SIZE / 12)}`,
  "[Use offset=1 to continue.".repeat(SIZE / 26),
  `[${" ".repeat(SIZE)}`,
  "... [1 lines truncated".repeat(SIZE / 20),
  " ".repeat(SIZE),
  "\n".repeat(SIZE),
  "{".repeat(SIZE),
  "<".repeat(SIZE),
  "a".repeat(SIZE),
  `{"output":${JSON.stringify("1\tlet a;\n".repeat(SIZE / 10))}}`,
];
const LARGE_SCRIPTS: readonly string[] = [
  "'".repeat(SIZE),
  '"'.repeat(SIZE),
  `"${"\\".repeat(SIZE)}`,
  "cat a|".repeat(SIZE / 6),
  "cat a;".repeat(SIZE / 6),
  "cat ".repeat(SIZE / 4),
  "cd a && ".repeat(SIZE / 8),
  `sed -n '${"1p;".repeat(SIZE / 3)}' a`,
  `cat a | sed 's/${"\\/".repeat(SIZE / 2)}/b/'`,
  "1>".repeat(SIZE / 2),
  ">&".repeat(SIZE / 2),
  " ".repeat(SIZE),
  "#".repeat(SIZE),
  `apply_patch <<'EOF'\n${"EOF \n".repeat(SIZE / 5)}`,
  "*** Begin Patch\n".repeat(SIZE / 16),
  `*** Begin Patch\n${"*** Update File: a\n".repeat(SIZE / 20)}`,
];
const LARGE_ARGS = {
  ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, "cat a.ts"])),
  offset: 1,
  limit: SIZE,
  start_line: 1,
  end_line: SIZE,
  view_range: [1, SIZE],
  mode: "slice",
  action: undefined,
};

function expectLarge(profile: ToolProfile, name: string, args: unknown, text: string): void {
  expect(Array.isArray(profile({ id: "1", name, args }, { text, isError: false }))).toBe(true);
}

describe("parts", () => {
  const names = fc.constantFrom("a", "b", "..", ".", "x y", "c.ts");
  const relative = fc.array(names, { minLength: 1, maxLength: 4 }).map((list) => list.join("/"));
  const paths = fc.oneof(
    relative,
    relative.map((path) => `/${path}`),
    relative.map((path) => `${path}/`),
  );

  test("a joined path is the same file", () => {
    fc.assert(
      fc.property(fc.option(paths, { nil: undefined }), paths, (directory, path) => {
        const joined = joinPath(directory, path);
        expect(posix.resolve("/root", joined)).toBe(posix.resolve("/root", directory ?? "", path));
      }),
      { numRuns: RUNS },
    );
  });

  test("numbers are taken off and nothing else", () => {
    const gutters = fc.constantFrom(
      { separators: ["→", "\t"], separator: "→", width: 6 },
      { separators: ["→", "\t"], separator: "\t", width: 0 },
      { separators: [": "], separator: ": ", width: 0 },
      { separators: [". "], separator: ". ", width: 0 },
      { prefix: "L", separators: [": "], separator: ": ", width: 0 },
    );
    const line = fc.string({ maxLength: 20 }).filter((text) => !/[\n]/.test(text));
    fc.assert(
      fc.property(
        gutters,
        fc.nat(5000),
        fc.array(line, { minLength: 1 }),
        (gutter, before, lines) => {
          const {
            separator,
            width,
            prefix = "",
          } = gutter as { separator: string; width: number; prefix?: string };
          const source = lines.map(
            (text, index) =>
              `${prefix}${String(before + 1 + index).padStart(width)}${separator}${text}`,
          );
          expect(numberedLines([...source, "", "a note"], 0, gutter)).toEqual({
            first: before + 1,
            count: lines.length,
            lines,
            end: lines.length,
          });
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("escape sequences and carriage returns make no difference", () => {
    const sequences = fc.constantFrom(
      "\u001b[31m",
      "\u001b[0m",
      "\u001b[1;2H",
      "\u001b[?25l",
      "\u001b]0;title\u0007",
      "\u001b]8;;x\u001b\\",
      "\u001bM",
      "\r",
    );
    const parts = fc.array(
      fc.tuple(
        fc
          .string({ maxLength: 5 })
          .filter((text) => !text.includes("\u001b") && !text.includes("\r")),
        sequences,
      ),
    );
    fc.assert(
      fc.property(parts, (list) => {
        const plain = list.map(([text]) => text).join("");
        const colourful = list.map(([text, sequence]) => text + sequence).join("");
        expect(normalised(colourful)).toBe(normalised(plain));
        expect(normalised(normalised(plain))).toBe(normalised(plain));
      }),
      { numRuns: RUNS },
    );
  });

  test("a patch changes the files of its marks, whatever its lines say", () => {
    const path = fc.constantFrom("a.ts", "src/b.ts", "/repo/c d.ts", "*** Add File: x");
    const content = fc
      .constantFrom(" ", "+", "-", "@@ ")
      .chain((sign) =>
        fc
          .constantFrom("*** Update File: no.ts", "*** Begin Patch", "*** End Patch", "let a;")
          .map((text) => sign + text),
      );
    const mark = fc.constantFrom("Add File", "Update File", "Delete File", "Move to");
    const hunk = fc.tuple(mark, path, fc.array(content, { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(hunk, { maxLength: 5 }), (hunks) => {
        const lines = hunks.flatMap(([kind, name, body]) => [`*** ${kind}: ${name}`, ...body]);
        const patch = ["*** Begin Patch", ...lines, "*** End Patch", "*** Add File: late.ts"].join(
          "\n",
        );
        expect(changedPaths(patch)).toEqual([...new Set(hunks.map(([, name]) => name))]);
      }),
      { numRuns: RUNS },
    );
  });
});

test("a read with anything that may write after it is no read any more", () => {
  const reads = fc.constantFrom("cat a.ts", "sed -n 1,5p a.ts", "rg a src", "find . -name x", "ls");
  const joints = fc.constantFrom(" && ", "; ", "\n", " | ");
  const writes = fc.constantFrom(
    "rm b",
    "tee b",
    "sed -i s/a/b/ b",
    "git checkout b",
    "xargs rm",
    "sh",
    "python3 -",
    "sort -o b",
    "cat > b",
    "find . -delete",
    "prettier --write .",
    "X=1",
    "echo $(rm b)",
  );
  const output = { text: "text", isCut: false };
  const here = { path: undefined, isKnown: true };
  fc.assert(
    fc.property(reads, joints, writes, fc.boolean(), (read, joint, write, isFirst) => {
      expect(observeShell(read, here, output)).not.toEqual([]);
      const script = isFirst ? `${write}${joint}${read}` : `${read}${joint}${write}`;
      expect(observeShell(script, here, output)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
