import { describe, expect, it } from "vitest";
import { codes, explain, resolve, statuses } from "./support/tables.ts";
import { sha256 } from "./support/virtual-tree.ts";

describe("bytes and text", () => {
  const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
    const bytes = new Uint8Array(2 + text.length * 2);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, !bigEndian);
    for (let index = 0; index < text.length; index += 1) {
      view.setUint16(2 + index * 2, text.charCodeAt(index), !bigEndian);
    }
    return bytes;
  };

  it.each([
    ["UTF-16LE with a mark", utf16("Größe 😀\r\nx", false)],
    ["UTF-16BE with a mark", utf16("Größe 😀\r\nx", true)],
    ["UTF-8 with a mark", new TextEncoder().encode("\ufeffGröße 😀\r\nx")],
    ["UTF-8", new TextEncoder().encode("Größe 😀\nx")],
  ])("decodes %s", async (_name, bytes) => {
    const { files, diagnostics } = await resolve({ "/repo/AGENTS.md": bytes });
    expect(files[0]).toMatchObject({
      content: "Größe 😀\nx",
      status: "loaded",
      bytes: 14,
      loadedBytes: 14,
      tokens: 3,
      sha256: sha256("Größe 😀\nx"),
    });
    expect(diagnostics).toEqual([]);
  });

  it("replaces invalid UTF-8 and says where it stands", async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode("one\ntwo é"), 0xff, 0x41]);
    const { files, diagnostics } = await resolve({ "/repo/AGENTS.md": bytes });
    expect(files[0]?.content).toBe("one\ntwo é\ufffdA");
    expect(diagnostics).toMatchObject([
      { code: "file.invalid-encoding", path: "AGENTS.md", line: 2, column: 6 },
    ]);
  });

  it.each([
    ["a NUL byte", new Uint8Array([0x61, 0x0a, 0x62, 0x00, 0x63]), 2],
    ["UTF-16 without a mark", utf16("abc", false).subarray(2), 1],
    ["UTF-32 with a mark", new Uint8Array([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 1],
  ])("refuses %s as binary", async (_name, bytes, line) => {
    const { files, text, diagnostics } = await resolve({
      "/repo/AGENTS.md": bytes,
      "/repo/AGENT.md": "never this",
    });
    expect(files.map(({ status }) => status)).toEqual(["refused", "shadowed"]);
    expect(text).toBe("");
    expect(diagnostics).toMatchObject([{ code: "file.binary", line }]);
  });

  it("does not resolve imports", async () => {
    const content = '@app.get("/x")\n@scope/pkg\n@docs/more.md\n';
    const { text } = await resolve({ "/repo/AGENTS.md": content, "/repo/docs/more.md": "MORE" });
    expect(text).toContain(content);
    expect(text).not.toContain("MORE");
  });

  it.each(["", " \n\t\r\n", "\ufeff", "\u00a0\u2003\n"])("calls %j empty", async (content) => {
    const value = await explain({ "/repo/AGENTS.md": content, "/repo/AGENT.md": "x" }, "x");
    expect(statuses(value)).toEqual(["AGENTS.md empty", "AGENT.md shadowed"]);
    expect(value.budget.usedBytes).toBe(0);
    const { text } = await resolve({ "/repo/AGENTS.md": content });
    expect(text).toBe("");
  });

  it("says what an empty override hides", async () => {
    const tree = { "/repo/AGENTS.override.md": "\n", "/repo/AGENTS.md": "full" };
    const value = await explain(tree, "x");
    expect(statuses(value)).toEqual(["AGENTS.override.md empty", "AGENTS.md shadowed"]);
    expect(codes(value)).toEqual(["file.empty-override AGENTS.override.md"]);
    expect(value.diagnostics[0]?.message).toContain("hides AGENTS.md");
    expect(value.files[0]?.reason).toContain("AGENTS.md");
  });

  it("reads no file beyond 4 MiB and says so", async () => {
    const { files, diagnostics } = await resolve({ "/repo/AGENTS.md": "x".repeat(4194304 + 10) });
    expect(files[0]).toMatchObject({ status: "truncated", bytes: 4194314, loadedBytes: 32768 });
    expect(diagnostics.map(({ code }) => code)).toEqual(["file.read-limit", "budget.truncated"]);
  });
});
