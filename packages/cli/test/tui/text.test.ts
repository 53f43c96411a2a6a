import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { EDITS, editorOf, insert, layoutEditor, moveByRow, typed } from "../../src/tui/editor.ts";
import { createLiveAnswer } from "../../src/tui/live-answer.ts";
import {
  cell,
  columnsOf,
  cutEnd,
  graphemes,
  grouped,
  inline,
  programOutput,
  prose,
  shortCount,
  wrap,
} from "../../src/tui/text.ts";

const texts = fc.string({
  unit: fc.constantFrom(
    "a",
    "bc",
    " ",
    "日本",
    "🎉",
    "é",
    "👩‍👩‍👧",
    "שלום",
    "\u001b[31m",
    "\t",
    "\r",
    "\u202e",
    "-",
  ),
});

describe("text", () => {
  it.each([
    ["a\r\nb\rc", "a\nb\nc"],
    ["\tx", "    x"],
    ["\u001b[2J\u0007", "\\u{1b}[2J\\u{7}"],
    ["a\u202eb", "a\\u{202e}b"],
    ["👩\u200d👧", "👩👧"],
    ["👧🏽 🏽 ❤\ufe0f 1\ufe0f⃣", "👧 🏽 ❤ 1⃣"],
    [`e${"\u0301".repeat(30)}x`, `e${"\u0301".repeat(4)}x`],
  ])("prose %j", (text, safe) => expect(prose(text)).toBe(safe));

  it("takes a program's colours away, and everything else that steers", () => {
    expect(programOutput("\u001b[32mgreen\u001b[0m\b\u202e")).toBe("green\\u{8}\\u{202e}");
    expect(inline("a\nb\tc\u001b")).toBe("a b c\\u{1b}");
  });

  it.each([
    ["क्षि", 3],
    ["กำ", 2],
    ["🇩🇪", 2],
    ["👧🏽", 4],
    ["❤\ufe0f", 2],
    ["\u1112\u1161\u11ab", 2],
    ["日本\u3099", 4],
  ])("counts the columns of %s as a terminal may that joins nothing", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it("wraps to the width, whatever the text, and leaves out blanks alone", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 10, max: 40 }), (text, columns) => {
        const lines = wrap(prose(text), columns);
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
        const bare = (each: string) => each.replaceAll(/\s/g, "");
        expect(bare(lines.join(""))).toBe(bare(prose(text)));
      }),
    );
  });

  it("cells have exactly their columns", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 4, max: 30 }), (text, columns) => {
        expect(stringWidth(cell(inline(text), columns))).toBe(columns);
        expect(stringWidth(cutEnd(inline(text), columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it("counts", () => {
    expect([0, 999, 1000, 12_345, 999_949, 999_951, 2_500_000].map(shortCount)).toEqual([
      "0",
      "999",
      "1k",
      "12.3k",
      "999.9k",
      "1M",
      "2.5M",
    ]);
    expect([0, 1234, 1_234_567].map(grouped)).toEqual(["0", "1,234", "1,234,567"]);
  });

  it("gives the same rows however an answer is cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("word ", "\n", "日", "🎉", "x", "\r\n"), maxLength: 60 }),
        fc.array(fc.nat(100), { maxLength: 5 }),
        (text, cuts) => {
          const play = (pieces: readonly string[]): string[] => {
            const answer = createLiveAnswer();
            const rows: string[] = [];
            for (const piece of pieces) {
              answer.append(piece);
              rows.push(...answer.takeRows(20));
              // What stays live is one row, however long the answer is.
              expect(stringWidth(answer.tail)).toBeLessThanOrEqual(20);
            }
            return [...rows, ...answer.finish(20)];
          };
          const at = [
            0,
            ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b),
            text.length,
          ];
          const trimmed = (rows: readonly string[]) => rows.map((row) => row.trimEnd());
          expect(
            trimmed(play(at.slice(1).map((end, index) => text.slice(at[index], end)))),
          ).toEqual(trimmed(play([text])));
        },
      ),
    );
  });

  it("has no empty rows before or after an answer", () => {
    const answer = createLiveAnswer();
    answer.append("\n\nfirst\n\nsecond\n\n");
    expect([...answer.takeRows(20), ...answer.finish(20)]).toEqual(["first", "", "second"]);
  });
});

describe("the field", () => {
  it("moves and deletes by what a person sees as a character", () => {
    const family = "👩‍👩‍👧";
    let editor = editorOf(`a${family}é日`);
    editor = EDITS.left(EDITS.left(editor));
    expect(editor.text.slice(0, editor.cursor)).toBe(`a${family}`);
    editor = EDITS.backspace(editor);
    expect(editor.text).toBe("aé日");
    expect(EDITS.delete(editor).text).toBe("a日");
    expect(EDITS.deleteWord(editorOf("one two-three")).text).toBe("one ");
  });

  it("goes over line ends, and by rows", () => {
    const editor = editorOf("one\ntwo");
    expect(EDITS.home(editor).cursor).toBe(4);
    expect(EDITS.left(EDITS.home(editor)).cursor).toBe(3);
    expect(EDITS.right({ text: "one\ntwo", cursor: 3 }).cursor).toBe(4);
    expect(moveByRow(editor, 20, -1)?.cursor).toBe(3);
    expect(moveByRow(editor, 20, 1)).toBeUndefined();
    expect(layoutEditor(editorOf("abcdef"), 4)).toEqual({
      rows: ["abcd", "ef"],
      row: 1,
      column: 2,
    });
  });

  it("keeps what steers a terminal out of it, and shows what hides", () => {
    expect(typed("a\r\nb\u001b[31m\u0000\u009b\tc")).toBe("a\nb[31m\tc");
    expect(layoutEditor(editorOf("a\u202eb"), 40).rows).toEqual(["a\\u{202e}b"]);
  });

  it("never leaves the cursor inside a character, or out of the field", () => {
    const edits = fc.constantFrom(...Object.values(EDITS));
    fc.assert(
      fc.property(
        texts,
        fc.array(edits, { maxLength: 12 }),
        fc.integer({ min: 12, max: 30 }),
        (text, steps, columns) => {
          let editor = insert(editorOf(""), typed(text));
          for (const step of steps) {
            editor = step(editor);
            const begin = editor.text.slice(0, editor.cursor).lastIndexOf("\n") + 1;
            const [line = ""] = editor.text.slice(begin).split("\n");
            const stops = [0];
            for (const each of graphemes(line)) stops.push((stops.at(-1) ?? 0) + each.length);
            expect(stops).toContain(editor.cursor - begin);
            const { rows, row, column } = layoutEditor(editor, columns);
            expect(row).toBeLessThan(rows.length);
            expect(column).toBeLessThanOrEqual(columns);
            for (const each of rows) expect(stringWidth(each)).toBeLessThanOrEqual(columns);
          }
        },
      ),
    );
  });
});
