import { describe, expect, it } from "vitest";
import { messageText, resultContent } from "../src/internal/content.ts";
import { parseTimeMs } from "../src/internal/time.ts";
import { titleOf } from "../src/internal/title.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB";

describe("resultContent", () => {
  it.each<[string, unknown, unknown]>([
    ["text", "out", "out"],
    ["nothing", undefined, ""],
    ["null", null, ""],
    ["a number", 7, "7"],
    ["text parts", [{ type: "text", text: "a" }, { type: "text", text: "b" }, "c"], "abc"],
    [
      "parts of other clients",
      [{ type: "input_text", text: "a" }, { type: "output_text", text: "b" }, { text: "c" }],
      "abc",
    ],
    ["one text part", { type: "text", text: "a" }, "a"],
    ["an object that is the result", { rows: [1] }, '{"rows":[1]}'],
    ["no parts", [], ""],
    [
      "an image of Anthropic",
      [
        { type: "text", text: "a" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
      ],
      [
        { type: "text", text: "a" },
        { type: "image", mediaType: "image/png", dataLength: PNG.length },
      ],
    ],
    [
      "an image of OpenAI",
      [
        { type: "input_image", image_url: `data:image/png;base64,${PNG}` },
        { type: "image_url", image_url: { url: `data:image/jpeg;base64,${PNG}` } },
      ],
      [
        { type: "image", mediaType: "image/png", dataLength: PNG.length + 22 },
        { type: "image", mediaType: "image/jpeg", dataLength: PNG.length + 23 },
      ],
    ],
    [
      "an image of MCP",
      [{ type: "image", data: PNG, mimeType: "image/webp" }],
      [{ type: "image", mediaType: "image/webp", dataLength: PNG.length }],
    ],
    [
      "an image of Gemini",
      [{ inlineData: { mimeType: "image/png", data: PNG } }],
      [{ type: "image", mediaType: "image/png", dataLength: PNG.length }],
    ],
    [
      "a document",
      [{ type: "document", source: { media_type: "application/pdf", data: PNG } }],
      [{ type: "document", mediaType: "application/pdf", dataLength: PNG.length }],
    ],
    ["parts that are nothing", [7, null], [{ type: "unknown" }, { type: "unknown" }]],
    [
      "an image in JSON in a string",
      JSON.stringify([
        { type: "text", text: "a" },
        { type: "image", data: PNG, mimeType: "image/png" },
      ]),
      [
        { type: "text", text: "a" },
        { type: "image", mediaType: "image/png", dataLength: PNG.length },
      ],
    ],
    [
      "media of the AI SDK in JSON in a string",
      JSON.stringify({
        type: "content",
        value: [{ type: "media", data: PNG, mediaType: "image/png" }],
      }),
      [{ type: "image", mediaType: "image/png", dataLength: PNG.length }],
    ],
    ["JSON without an image", '[{"type":"text","text":"a"}]', '[{"type":"text","text":"a"}]'],
    ["JSON that only has such names", '[{"type":"row","data":"x"}]', '[{"type":"row","data":"x"}]'],
    ["JSON that is cut", '[{"type":"image","data":"iVBOR', '[{"type":"image","data":"iVBOR'],
  ])("%s", (_name, value, expected) => {
    expect(resultContent(value)).toEqual(expected);
  });

  it("never keeps encoded data", () => {
    const data = "A".repeat(100_000);
    const shapes = [
      { type: "image", source: { type: "base64", media_type: "image/png", data } },
      { type: "image", image: data },
      { type: "file", file: { file_data: data, filename: "a.pdf" } },
      { type: "input_image", image_url: `data:image/png;base64,${data}` },
      { inline_data: { mime_type: "image/png", data } },
      { type: "resource", data, mimeType: "application/zip" },
    ];
    for (const shape of shapes)
      expect(JSON.stringify(resultContent([shape])).length).toBeLessThan(120);
  });
});

describe("messageText", () => {
  it.each<[string, unknown, string, number]>([
    ["text", "a", "a", 0],
    [
      "parts",
      [
        { type: "text", text: "a" },
        { type: "image", source: { data: PNG } },
        { type: "text", text: "b" },
      ],
      "ab",
      1,
    ],
    ["nothing", undefined, "", 0],
    ["one part", { text: "a" }, "a", 0],
  ])("%s", (_name, value, text, nonTextParts) => {
    expect(messageText(value)).toEqual({ text, nonTextParts });
  });
});

describe("parseTimeMs", () => {
  const ten = Date.UTC(2026, 0, 5, 10, 0, 0);
  it.each<[unknown, number | undefined]>([
    ["2026-01-05T10:00:00.000Z", ten],
    ["2026-01-05T10:00:00.123Z", ten + 123],
    ["2026-01-05T10:00:00Z", ten],
    ["2026-01-05T10:00:00.123456", ten + 123],
    ["2026-01-05T10:00:00,5", ten + 500],
    ["2026-01-05 10:00:00", ten],
    ["2026-01-05T12:00:00+02:00", ten],
    ["2026-01-05T05:30:00-0430", ten],
    ["2026-01-05", Date.UTC(2026, 0, 5)],
    [ten, ten],
    [ten / 1000, ten],
    [1_767_607_200.5, 1_767_607_200_500],
    ["2026-01-05T10:00:00.12xZ", undefined],
    ["x026-01-05T10:00:00.123Z", undefined],
    ["yesterday", undefined],
    ["", undefined],
    [0, undefined],
    [-5, undefined],
    [Number.NaN, undefined],
    [null, undefined],
    [{}, undefined],
    ["2".repeat(1000), undefined],
  ])("%j", (value, expected) => {
    expect(parseTimeMs(value)).toBe(expected);
  });
});

describe("titleOf", () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ["", undefined],
    [" \n\t ", undefined],
    ["Fix it", "Fix it"],
    ["\nFix\r\n  it\u00a0now\u3000please", "Fix it now please"],
    ["a\u0000b\u001b[31mc\u009bd", "a b [31mc d"],
    ["x".repeat(80), "x".repeat(80)],
    ["x".repeat(81), `${"x".repeat(79)}…`],
    [`${"word ".repeat(30)}`, `${"word ".repeat(15)}word…`],
    [`${" ".repeat(100)}late`, "late"],
  ])("%j", (text, title) => {
    expect(titleOf(text)).toBe(title);
  });
});
