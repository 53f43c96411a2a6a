import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeyDecoder, type Key } from "../../src/tui/keys.ts";

const ESC = "\u001b";

function decode(...chunks: readonly string[]): Key[] {
  const decoder = createKeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()];
}

const named = (name: string, held: object = {}) => [
  { type: "key", name, ctrl: false, alt: false, shift: false, ...held },
];

describe("keys", () => {
  it.each([
    ["\r", named("enter")],
    ["\n", named("newline")],
    [`${ESC}\r`, named("newline")],
    [`${ESC}[13;2u`, named("newline")],
    [`${ESC}[27;2;13~`, named("newline")],
    ["\u007f", named("backspace")],
    [`${ESC}[3~`, named("delete")],
    [`${ESC}\u007f`, named("backspace", { alt: true })],
    [`${ESC}[A`, named("up")],
    [`${ESC}OA`, named("up")],
    [`${ESC}[1;5C`, named("right", { ctrl: true })],
    [`${ESC}[Z`, named("tab", { shift: true })],
    [`${ESC}[5~`, named("page-up")],
    [`${ESC}[H`, named("home")],
    [ESC, named("escape")],
    [`${ESC}${ESC}`, [...named("escape"), ...named("escape")]],
    ["\u0003", [{ type: "chord", modifier: "ctrl", letter: "c" }]],
    [`${ESC}b`, [{ type: "chord", modifier: "alt", letter: "b" }]],
    ["\u0000\u001d", []],
    [`${ESC}[999;999;999q`, []],
    ["héllo 日本", [{ type: "text", text: "héllo 日本" }]],
    ["ab\rcd", [{ type: "text", text: "ab" }, ...named("enter"), { type: "text", text: "cd" }]],
    [
      `${ESC}[200~a\r\n${ESC}[31mb\t${ESC}[201~c`,
      [
        { type: "paste", text: `a\r\n${ESC}[31mb\t` },
        { type: "text", text: "c" },
      ],
    ],
  ] as const)("%j", (bytes, keys) => {
    expect(decode(bytes)).toEqual(keys);
  });

  it("waits for what was cut, and tells Escape from a sequence by what follows", () => {
    const decoder = createKeyDecoder();
    expect(decoder.push(ESC)).toEqual([]);
    expect(decoder.isWaiting).toBe(true);
    expect(decoder.push("[A")).toEqual(named("up"));
    expect(decoder.isWaiting).toBe(false);
  });

  it("gives the same keys however the bytes of a paste are cut", () => {
    const whole = `x${ESC}[200~one\n👍 two${ESC}[201~${ESC}[Ay`;
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const chunks = at.slice(1).map((end, index) => whole.slice(at[index], end));
        const decoder = createKeyDecoder();
        const keys = [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()];
        expect(keys.find(({ type }) => type === "paste")).toEqual({
          type: "paste",
          text: "one\n👍 two",
        });
        expect(keys.at(-1)).toEqual({ type: "text", text: "y" });
      }),
    );
  });

  it("never loses a text, never hangs, whatever comes", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 8 }), (chunks) => {
        const decoder = createKeyDecoder();
        for (const chunk of chunks) decoder.push(chunk);
        decoder.flush();
        expect(decoder.isWaiting).toBe(false);
      }),
    );
  });
});
