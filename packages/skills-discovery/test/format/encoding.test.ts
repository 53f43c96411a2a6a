import { describe, expect, test, vi } from "vitest";
import { MAX_FRONTMATTER_BYTES, MAX_SKILL_FILE_BYTES } from "../../src/format-limits.ts";
import { inspectSkill } from "../../src/inspect-skill.ts";
import { bytesOf, file, inspect, judged, short } from "./helpers.ts";

const GOOD = "---\nname: demo\ndescription: Shows.\n---\n";

function withBytes(before: string, bytes: readonly number[], after: string): Uint8Array {
  return Uint8Array.from([...bytesOf(before), ...bytes, ...bytesOf(after)]);
}

describe("bytes", () => {
  test("a byte-order mark is dropped with an information", async () => {
    expect(await judged(`\ufeff${GOOD}`)).toEqual({
      rejected: false,
      name: "demo",
      description: "Shows.",
      findings: ["information file.byte-order-mark 1:1"],
    });
  });

  test("text is UTF-8, wherever it is read", async () => {
    const text = file("name: demo\ndescription: Grüße, 日本語, 🎉");
    expect((await inspect(text)).metadata.description).toBe("Grüße, 日本語, 🎉");
  });

  test.each([
    [
      "in the frontmatter",
      withBytes("---\nname: demo\ndescription: a", [0xff], "b\n---\n"),
      "3:15",
    ],
    ["in the body", withBytes(`${GOOD}öä `, [0xc3, 0x28], "\n"), "5:4"],
    ["a cut sequence at the end", withBytes(GOOD, [0xe2, 0x82], ""), "5:1"],
    ["an overlong form", withBytes(GOOD, [0xc0, 0xaf], ""), "5:1"],
    ["half of a surrogate pair", withBytes(`${GOOD}\n`, [0xed, 0xa0, 0x80], ""), "6:1"],
    ["beyond Unicode", withBytes(GOOD, [0xf4, 0x90, 0x80, 0x80], ""), "5:1"],
    ["Latin-1", withBytes(`${GOOD}caf`, [0xe9], " x\n"), "5:4"],
  ])("what isn't UTF-8 is an error with its place, and loads: %s", async (_, bytes, place) => {
    const inspection = await inspect(bytes);
    expect(short(inspection.diagnostics)).toEqual([`error file.invalid-utf8 ${place}`]);
    expect(inspection.rejected).toBe(false);
  });

  test("a real replacement character is no finding", async () => {
    expect((await judged(`${GOOD}a \ufffd b\n`)).findings).toEqual([]);
  });

  test("discovery looks at the frontmatter's bytes alone", async () => {
    const bytes = withBytes(GOOD, [0xff], `\r\u202e${"\n".repeat(600)}`);
    const options = { bytes, path: "demo/SKILL.md", directoryName: "demo" };
    const inspection = await inspectSkill({ ...options, scope: "frontmatter" });
    expect(inspection.diagnostics).toEqual([]);
    expect((await inspectSkill(options)).diagnostics.length).toBeGreaterThan(3);
  });

  test("the bytes are looked at before the function returns, and their memory is free then", async () => {
    const text = file("name: demo\ndescription: !!str Shows.", "One\u202e\rTwo");
    const bytes = bytesOf(text);
    vi.resetModules();
    const fresh = await import("../../src/inspect-skill.ts");
    const pending = fresh.inspectSkill({ bytes, path: "demo/SKILL.md", directoryName: "demo" });
    bytes.fill(0x0d);
    expect(pending).toBeInstanceOf(Promise);
    expect(await pending).toEqual(await inspect(text));
  });

  test.each([
    ["in the frontmatter", "---\nname: de\0mo\n---\n", "2:9"],
    ["in the body", `${GOOD}ab\0`, "5:3"],
    ["at the start", "\0", "1:1"],
    ["UTF-16", "-\0-\0-\0\n\0", "1:2"],
  ])("a NUL byte rejects: %s", async (_, text, place) => {
    const inspection = await inspect(text);
    expect(short(inspection.diagnostics)).toEqual([`error file.nul-byte ${place}`]);
    expect(inspection.rejected).toBe(true);
  });

  test.each([
    ["everywhere", GOOD.replaceAll("\n", "\r"), "1:4"],
    ["in the frontmatter", "---\nname: demo\rdescription: Shows.\n---\n", "2:11"],
    ["behind the closing fence", "---\nname: demo\ndescription: Shows.\n---\rBody", "4:4"],
    ["in the body", `${GOOD}One\rTwo\n`, "5:4"],
  ])("a lone CR ends a line, with an information: %s", async (_, text, place) => {
    expect(await judged(text)).toEqual({
      rejected: false,
      name: "demo",
      description: "Shows.",
      findings: [`information file.carriage-returns ${place}`],
    });
  });

  test("places behind lone CRs count them as line ends", async () => {
    const { diagnostics } = await inspect(
      "---\rname: demo\rdescription: a: b\rx: y\r---\r\u202e\r",
    );
    expect(short(diagnostics)).toEqual([
      "information file.carriage-returns 1:4",
      "error frontmatter.unquoted-scalar 3:14",
      "information field.unknown 4:1",
      "warning text.invisible-characters 6:1",
    ]);
  });
});

describe("sizes", () => {
  test("a file of exactly the limit is accepted, one byte more is not read", async () => {
    const full = GOOD + "x".repeat(MAX_SKILL_FILE_BYTES - GOOD.length);
    expect((await judged(full)).findings).toEqual([]);
    expect(await judged(`${full}x`)).toMatchObject({
      rejected: true,
      findings: ["error file.too-large"],
    });
  });

  test("frontmatter of exactly the limit is accepted, one byte more is not read", async () => {
    const fields = "name: demo\ndescription: Shows.\n#";
    const full = `${fields}${"é".repeat((MAX_FRONTMATTER_BYTES - fields.length) / 2 - 1)}`;
    const fill = MAX_FRONTMATTER_BYTES - bytesOf(full).length - 1;
    expect((await judged(file(full + "x".repeat(fill)))).findings).toEqual([]);
    expect(await judged(file(full + "x".repeat(fill + 1)))).toMatchObject({
      rejected: true,
      findings: ["error frontmatter.too-large 1:1"],
    });
  });

  test("the body's lines are counted, with or without a break at the end", async () => {
    const lines = (count: number): string => Array.from({ length: count }, () => "x").join("\n");
    expect((await judged(GOOD + lines(500))).findings).toEqual([]);
    expect((await judged(`${GOOD}${lines(500)}\n`)).findings).toEqual([]);
    expect((await judged(GOOD + lines(500).replaceAll("\n", "\r\n"))).findings).toEqual([]);
    expect((await judged(GOOD + lines(501))).findings).toEqual(["information body.too-long 505:1"]);
  });
});
