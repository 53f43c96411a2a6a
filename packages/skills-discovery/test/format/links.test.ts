import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSkillLinks } from "../../src/check-skill-links.ts";
import { findLinks } from "../../src/internal/markdown-links.ts";
import type { LinkTarget } from "../../src/types-format.ts";
import { validateSkill } from "../../src/validate-skill.ts";
import { RUNS } from "./arbitraries.ts";
import { short } from "./helpers.ts";

function destinations(text: string): readonly string[] {
  for (const { destination, offset } of findLinks(text)) {
    expect(text.startsWith(destination, offset)).toBe(true);
  }
  return findLinks(text).map(({ destination }) => destination);
}

describe("links of Markdown", () => {
  test.each([
    ["a link", "See [x](a.md).", ["a.md"]],
    ["an image", "![x](a.png)", ["a.png"]],
    ["a linked image", "[![x](a.png)](b.md)", ["a.png", "b.md"]],
    ["several", "[x](a.md) [y](b.md)\n[z](c.md)", ["a.md", "b.md", "c.md"]],
    ["brackets in the text", "[a [b] c](a.md)", ["a.md"]],
    ["text over two lines", "[a\nb](a.md)", ["a.md"]],
    ["angle brackets", "[x](<a b.md>)", ["a b.md"]],
    ["titles", "[x](a.md \"T\") [y](b.md 'T') [z](c.md (T))", ["a.md", "b.md", "c.md"]],
    ["parentheses", "[x](a(1).md) [y](a\\).md)", ["a(1).md", "a\\).md"]],
    ["blanks inside", "[x]( a.md )", ["a.md"]],
    ["nothing inside", "[x]()", [""]],
    ["a definition", "[x]: a.md\n[y]: <b c.md> 'T'", ["a.md", "b c.md"]],
    ["an indented definition", "   [x]: a.md", ["a.md"]],
    [
      "in lists, quotes, headings and tables",
      "- [a](a.md)\n  1. [b](b.md)\n> [c](c.md)\n# [d](d.md)\n| [e](e.md) |",
      ["a.md", "b.md", "c.md", "d.md", "e.md"],
    ],
    ["deep in a list", "- a\n\n    [x](a.md)\n\n      - [y](b.md)", ["a.md", "b.md"]],
    ["behind code", "`x` [y](a.md) ``z ` z`` [w](b.md)", ["a.md", "b.md"]],
    ["behind a backquote that nothing closes", "` [y](a.md)", ["a.md"]],
    ["behind a fence", "```\n[x](a.md)\n```\n[y](b.md)", ["b.md"]],
    ["CRLF", "[x](a.md)\r\n\r\n[x]: b.md\r\n", ["a.md", "b.md"]],
  ])("%s", (_, text, expected) => {
    expect(destinations(text)).toEqual(expected);
  });

  test.each([
    ["a code span", "`[x](a.md)` and ``[x](a.md) ` ``"],
    ["a code span over two lines", "`a\n[x](a.md)`"],
    ["a fence", "```md\n[x](a.md)\n[y]: b.md\n```"],
    ["a fence of tildes", "~~~\n[x](a.md)\n```\n[x](a.md)\n~~~"],
    ["a longer fence", "````\n```\n[x](a.md)\n```\n[x](a.md)\n````"],
    ["a fence that nothing closes", "```\n[x](a.md)\n\n[x](a.md)"],
    ["a fence in a list", "- a\n  ```\n  [x](a.md)\n  ```\n- ```\n  [x](a.md)\n  ```"],
    ["a fence in a quote", "> ```\n> [x](a.md)\n> ```"],
    ["indented code", "Text\n\n    [x](a.md)\n\n\t[x](a.md)"],
    ["a comment", "<!-- [x](a.md) -->\n<!--\n[x](a.md)\n\n[x](a.md)\n-->"],
    ["a comment within text", "a <!-- [x](a.md) --> b"],
    ["escapes", "\\[x](a.md) [x\\](a.md)"],
    ["a blank between", "[x] (a.md)"],
    ["a destination with blanks", "[x](see the file)"],
    ["nothing closes it", "[x](a.md"],
    ["no opening bracket", "x](a.md)"],
    ["footnotes", "[^1]: a.md"],
    ["text behind a label", "[TODO]: write this"],
    ["a type", "type X = { [key: string]: unknown }"],
  ])("%s: no link", (_, text) => {
    expect(destinations(text)).toEqual([]);
  });

  test("a quote's end ends its fence", () => {
    expect(destinations("> ```\n> code\n\n[x](a.md)")).toEqual(["a.md"]);
  });

  test("a search takes time in proportion to the text", () => {
    // Each of these repeats what makes naive searches start over: they would take minutes.
    const units = [
      "[",
      "](",
      "[](",
      "[x](",
      "](a ",
      "`",
      "``` ",
      "` ``",
      "<!--",
      "[x](<",
      "[a]: ",
      "[a]:\n",
      "[x](a (",
      "\\",
      "![",
      "[x](((",
      "- ",
      "> ",
      "<!-- -->",
      "[a]: <",
      '[x](a "',
      "[x]( ",
      "\n\n<!-- x",
      "]:",
      "a\n\n`",
    ];
    for (const unit of units) {
      const text = unit.repeat(Math.floor(200_000 / unit.length));
      expect(findLinks(text).length).toBeLessThanOrEqual(text.length / 4);
    }
  }, 20_000);

  test("whatever the text, links lie in it in order", () => {
    const part = fc.constantFrom(
      "[x](a.md)",
      "[x](",
      "[x]: a.md\n",
      "[",
      "]",
      "(",
      ")",
      "](",
      "a.md",
      " ",
      "\n",
      "`",
      "```",
      "<",
      ">",
      "<!--",
      "-->",
      "\\",
      "!",
      ":",
      '"',
      "'",
      "- ",
      "> ",
      "    ",
      "#",
      "~~~",
      "\r\n",
      "é",
    );
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(""));
    let found = 0;
    fc.assert(
      fc.property(text, (markdown) => {
        const links = findLinks(markdown);
        found += links.length;
        for (const { destination, offset } of links) {
          expect(markdown.slice(offset, offset + destination.length)).toBe(destination);
        }
        const offsets = links.map(({ offset }) => offset);
        expect(offsets).toEqual([...offsets].sort((left, right) => left - right));
      }),
      { numRuns: RUNS * 4 },
    );
    expect(found).toBeGreaterThan(RUNS / 20);
  });
});

const FILES: Readonly<Record<string, LinkTarget>> = {
  "references/a.md": "found",
  "references/b c.md": "found",
  references: "found",
  "a(1).md": "found",
  "große.md": "found",
  "references/link.md": "outside",
};

async function check(text: string, directory = ""): Promise<readonly string[]> {
  const findTarget = (path: string): LinkTarget => FILES[path] ?? "missing";
  const options = { text, path: "demo/SKILL.md", directory, firstLine: 10, findTarget };
  return short(await checkSkillLinks(options));
}

describe("targets of links", () => {
  test.each([
    "[x](references/a.md)",
    "[x](./references/a.md)",
    "[x](references//a.md)",
    "[x](references/a.md#part)",
    "[x](references/a.md?raw=1#p)",
    "[x](references/b%20c.md)",
    "[x](<references/b c.md>)",
    "[x](references/)",
    "[x](references/../references/a.md)",
    "[x](a\\(1\\).md)",
    "[x](gro%C3%9Fe.md)",
    "[x](große.md)",
    "[x](.)",
    "[x](./)",
    "[x](references\\a.md)",
    "[x](https://x.y/z)",
    "[x](HTTP://x.y)",
    "[x](mailto:a@b.c)",
    "[x](data:text/plain,a)",
    "[x](//x.y/z)",
    "[x](#part)",
    "[x](?a=b)",
    "[x]()",
    "[x](/docs/a.md)",
    "[x](C:/a.md)",
    "[x](C:\\a.md)",
    "[x]({name}.md)",
    `[x]($${"{url}"})`,
    "[x](<<file>>)",
  ])("%s: no finding", async (text) => {
    expect(await check(text)).toEqual([]);
  });

  test.each([
    ["missing", "See [x](references/c.md)", "link.missing 10:9"],
    ["missing by case", "[x](References/a.md)", "link.missing 10:5"],
    ["missing, on a later line", "One\n\n- Two [x](c.md)", "link.missing 12:11"],
    ["missing, in a definition", "[x][y]\n\n[y]: c.md", "link.missing 12:6"],
    ["missing image", "![x](c.png)", "link.missing 10:6"],
    ["a NUL", "[x](a%00.md)", "link.missing 10:5"],
    ["a broken escape", "[x](a%zz.md)", "link.missing 10:5"],
    ["decoded once", "[x](%252e%252e/a.md)", "link.missing 10:5"],
    ["outside", "[x](../other/SKILL.md)", "link.outside 10:5"],
    ["outside, encoded", "[x](%2e%2e/a.md)", "link.outside 10:5"],
    ["outside, encoded separators", "[x](..%2fa.md)", "link.outside 10:5"],
    ["outside, backslashes", "[x](..\\a.md)", "link.outside 10:5"],
    ["outside and back", "[x](../demo/references/a.md)", "link.outside 10:5"],
    ["outside behind a directory", "[x](references/../../a.md)", "link.outside 10:5"],
    ["outside by the file system", "[x](references/link.md)", "link.outside 10:5"],
  ])("%s: a warning at the destination", async (_, text, finding) => {
    expect(await check(text)).toEqual([`warning ${finding}`]);
  });

  test("are relative to the file's own directory", async () => {
    expect(await check("[x](a.md) [y](../a(1).md)", "references")).toEqual([]);
    expect(await check("[x](references/a.md) [y](../../a.md)", "references")).toEqual([
      "warning link.missing 10:5",
      "warning link.outside 10:26",
    ]);
  });

  test("are looked up once each, and never outside of the skill", async () => {
    const asked: string[] = [];
    const findTarget = async (path: string): Promise<LinkTarget> => {
      asked.push(path);
      return "missing";
    };
    const text =
      "[x](a.md) [x](./a.md) [x](a.md#b) [x](../c.md) [x](/d.md) [x](b/../../e.md) [x](%00)";
    const diagnostics = await checkSkillLinks({ text, path: "p", findTarget });
    expect(asked).toEqual(["a.md"]);
    expect(diagnostics).toHaveLength(6);
  });

  test("belong to what validateSkill says, behind the frontmatter's lines", async () => {
    const content = "\ufeff---\r\nname: demo\r\ndescription: b\r\n---\r\nOne\r\n[x](a.md)\r\n";
    const validation = await validateSkill({
      content,
      path: "demo/SKILL.md",
      findTarget: () => "missing",
    });
    expect(validation.valid).toBe(true);
    expect(short(validation.diagnostics)).toEqual([
      "information file.byte-order-mark 1:1",
      "warning link.missing 6:5",
    ]);
    // Without a look-up only what the text alone tells.
    const alone = await validateSkill({ content: `${content}[y](../b.md)`, path: "demo/SKILL.md" });
    expect(short(alone.diagnostics)).toContain("warning link.outside 7:5");
  });
});
