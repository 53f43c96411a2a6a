import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseScript } from "../../src/profiles/internal/shell/parse-script.ts";

/** The words of each command, pipes as `|`, and what joins the pipelines. */
function outline(script: string): unknown {
  return parseScript(script)?.flatMap(({ commands, next }) => [
    ...commands.map((command) => command.map(({ text, isPlain }) => (isPlain ? text : { text }))),
    ...(next === undefined ? [] : [next]),
  ]);
}

describe("words", () => {
  test.each<[string, unknown]>([
    ["cat a.ts", [["cat", "a.ts"]]],
    ["  cat\t a.ts  ", [["cat", "a.ts"]]],
    ["cat 'a b.ts'", [["cat", "a b.ts"]]],
    [`cat "a b.ts"`, [["cat", "a b.ts"]]],
    ["cat a\\ b.ts", [["cat", "a b.ts"]]],
    [`cat a' 'b" "c`, [["cat", "a b c"]]],
    ["cat ''", [["cat", ""]]],
    [`grep "a\\"b" f`, [["grep", 'a"b', "f"]]],
    [`grep "a\\.b" f`, [["grep", "a\\.b", "f"]]],
    [`grep 'a\\.b' f`, [["grep", "a\\.b", "f"]]],
    ["grep a\\.b f", [["grep", "a.b", "f"]]],
    ["cat a \\\n b", [["cat", "a", "b"]]],
    [`grep "a\\\nb" f`, [["grep", "ab", "f"]]],
    [`grep "foo$" f`, [["grep", "foo$", "f"]]],
    [`grep "a$|b" f`, [["grep", "a$|b", "f"]]],
    ["grep foo$ f", [["grep", "foo$", "f"]]],
    ["grep '$HOME' f", [["grep", "$HOME", "f"]]],
    ["cat a#b", [["cat", "a#b"]]],
    ["cat a # and a remark > x", [["cat", "a"]]],
    ["cat café.ts", [["cat", "café.ts"]]],
    ["", []],
    ["# nothing", []],
    ["\n\n", []],
  ])("%j", (script, expected) => {
    expect(outline(script)).toEqual(expected);
  });
});

describe("words that the shell may turn into others", () => {
  test.each<[string, unknown]>([
    ["cat *.ts", [["cat", { text: "*.ts" }]]],
    ["cat a?.ts", [["cat", { text: "a?.ts" }]]],
    ["cat [ab].ts", [["cat", { text: "[ab].ts" }]]],
    ["cat {a,b}.ts", [["cat", { text: "{a,b}.ts" }]]],
    ["rg -g '*.ts' x", [["rg", "-g", "*.ts", "x"]]],
    ["cat ~/a", [["cat", "~/a"]]],
    ["cat ~", [["cat", "~"]]],
    ["cat ~user/a", [["cat", { text: "~user/a" }]]],
    ["cat ~+/a", [["cat", { text: "~+/a" }]]],
    ["cat '~/a'", [["cat", { text: "~/a" }]]],
    ["cat \\~/a", [["cat", { text: "~/a" }]]],
    ["cat a~", [["cat", "a~"]]],
  ])("%j", (script, expected) => {
    expect(outline(script)).toEqual(expected);
  });
});

describe("commands", () => {
  test.each<[string, unknown]>([
    ["cd x && cat a", [["cd", "x"], "&&", ["cat", "a"]]],
    ["cat a; cat b;", [["cat", "a"], ";", ["cat", "b"], ";"]],
    ["cat a\ncat b", [["cat", "a"], ";", ["cat", "b"]]],
    ["cat a |\n head", [["cat", "a"], ["head"]]],
    ["cd x &&\n cat a", [["cd", "x"], "&&", ["cat", "a"]]],
    ["cat a|head", [["cat", "a"], ["head"]]],
    ["cat a 2>/dev/null", [["cat", "a"]]],
    ["cat a 2> /dev/null | head", [["cat", "a"], ["head"]]],
    ["cat a 2>&1", [["cat", "a"]]],
    ["cat a >&2", [["cat", "a"]]],
    ["cat a &>/dev/null", [["cat", "a"]]],
    ["cat a >/dev/null 2>&1", [["cat", "a"]]],
    ["cat a </dev/null", [["cat", "a"]]],
    ["cat a2>/dev/null", [["cat", "a2"]]],
  ])("%j", (script, expected) => {
    expect(outline(script)).toEqual(expected);
  });
});

test.each([
  "cat $FILE",
  `cat "$FILE"`,
  `cat "\${FILE}"`,
  "cat $(ls)",
  `cat "$(ls)"`,
  "cat `ls`",
  'cat "`ls`"',
  "cat $'a'",
  "cat <(ls)",
  "cat a > b",
  "cat a >> b",
  "cat a 2> err.txt",
  "cat a >| b",
  "cat a > /dev/nullx",
  "cat a >&b",
  "cat < a",
  "cat <<EOF\nx\nEOF",
  "cat <<< x",
  "cat a &",
  "cat a & cat b",
  "cat a || cat b",
  "cat a |& cat",
  "(cat a)",
  "f() { rm x; }; f",
  "cat 'a",
  'cat "a',
  "cat a\\",
  "cat a |",
  "cat a &&",
  "| cat",
  "; cat a",
  "&& cat a",
  "cat a;; cat b",
  "cat a | | cat",
  "cat a\u0000b",
  "cat a\r",
  "cat src\\main\\a.ts",
])("not understood: %j", (script) => {
  expect(parseScript(script)).toBeUndefined();
});

/** Three ways to write the same word. */
const QUOTINGS: readonly ((word: string) => string)[] = [
  (word) => `'${word.replaceAll("'", "'\\''")}'`,
  (word) => `"${word.replace(/[$`"\\]/g, "\\$&")}"`,
  (word) => [...word].map((unit) => (/[\w./]/.test(unit) ? unit : `'${unit}'`)).join(""),
];
const PRINTABLE = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((word) => !word.includes("'") && !word.startsWith("~"));

test("a quoted word is itself, however it is quoted", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(PRINTABLE, fc.constantFrom(...QUOTINGS)), { minLength: 1 }),
      (words) => {
        const script = words.map(([word, quote]) => quote(word)).join(" ");
        const parsed = parseScript(script)?.[0]?.commands[0]?.map(({ text }) => text);
        expect(parsed).toEqual(words.map(([word]) => word));
      },
    ),
  );
});

test("any text is taken apart or refused, the same each time", () => {
  const pieces = fc.array(
    fc.constantFrom(
      ..."ab '\"\\$`|&;<>()#~*{}\n\t=-2".split(""),
      "cat ",
      "/dev/null",
      "&&",
      "2>&1",
    ),
    { maxLength: 30 },
  );
  let understood = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((list) => list.join("")),
        fc.string(),
      ),
      (script) => {
        const first = parseScript(script);
        if (first && first.length > 0) understood += 1;
        expect(parseScript(script)).toEqual(first);
      },
    ),
  );
  expect(understood).toBeGreaterThan(0);
});
