import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWorkspace, writeTree } from "./workspace.ts";

const sha256 = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

describe("write_file", () => {
  it("creates a file with the directories on its way and gives its hash", async () => {
    const { root, result } = createWorkspace();
    expect(await result("write_file", { path: "a/b/c.txt", content: "é\r\n" })).toEqual({
      path: "a/b/c.txt",
      sha256: sha256("é\r\n"),
    });
    expect(readFileSync(path.join(root, "a/b/c.txt"), "utf8")).toBe("é\r\n");
    expect(readdirSync(path.join(root, "a/b"))).toEqual(["c.txt"]);
  });

  it("replaces a file whose hash is known, in capitals too, and keeps its mode", async () => {
    const { root, result } = createWorkspace({ "run.sh": "old" });
    chmodSync(path.join(root, "run.sh"), 0o751);
    const expectedSha256 = sha256("old").toUpperCase();
    expect(await result("write_file", { path: "./run.sh", content: "", expectedSha256 })).toEqual({
      path: "./run.sh",
      sha256: sha256(""),
    });
    expect(statSync(path.join(root, "run.sh")).mode & 0o7777).toBe(0o751);
    expect(readdirSync(root)).toEqual(["run.sh"]);
  });

  it.each([
    [{ path: "a.txt", content: "x" }, "exists; read it"],
    [{ path: "a.txt", content: "x", expectedSha256: null }, "exists; read it"],
    [{ path: "a.txt", content: "x", expectedSha256: sha256("other") }, "read it again"],
    [{ path: "a.txt", content: "x", expectedSha256: "abc" }, "64 hex digits"],
    [{ path: "new.txt", content: "x", expectedSha256: sha256("") }, "There is no file"],
    [{ path: "no/new.txt", content: "x", expectedSha256: sha256("") }, "There is no file"],
    [{ path: "dir", content: "x" }, "is a directory"],
    [{ path: ".", content: "x" }, "is a directory"],
    [{ path: "new/", content: "x" }, "names a directory"],
    [{ path: "a.txt/b", content: "x" }, "not a directory"],
    [{ path: "read-only.txt", content: "x", expectedSha256: sha256("r") }, "read-only"],
    [{ path: "b.txt", content: "\ud800" }, "surrogate"],
    [{ path: "b.txt", content: "x".repeat(1_048_577) }, "1 MiB"],
    [{ path: "n".repeat(300), content: "x" }, "too long"],
    [{ path: "b.txt" }, "content is missing"],
    [{ path: ".git/hooks/post-commit", content: "x" }, "lies in .git"],
    [{ path: ".GIT/config", content: "x" }, "lies in .git"],
    [{ path: "dir/.git", content: "x" }, "lies in .git"],
    [{ path: ".git./config", content: "x" }, "lies in .git"],
    [{ path: "git~1/config", content: "x" }, "lies in .git"],
    [{ path: ".g\u200cit/config", content: "x" }, "lies in .git"],
    [{ path: "to-git/hooks/x", content: "x" }, "lies in .git"],
  ])("changes nothing and says why: %j", async (args, message) => {
    const { root, refusal } = createWorkspace({
      "a.txt": "a",
      "read-only.txt": "r",
      "dir/.keep": "",
      ".git/config": "",
    });
    chmodSync(path.join(root, "read-only.txt"), 0o444);
    symlinkSync(".git", path.join(root, "to-git"));
    const before = readdirSync(root, { recursive: true });
    expect(await refusal("write_file", args)).toContain(message);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
    expect(readFileSync(path.join(root, "a.txt"), "utf8")).toBe("a");
  });

  it("writes names that only look like .git", async () => {
    const { result } = createWorkspace();
    for (const name of [".gitignore", ".github/a.yml", "git", "x.git/config"]) {
      await result("write_file", { path: name, content: "x" });
    }
  });

  it("lets only one of two writers create a file", async () => {
    const { root, call } = createWorkspace();
    const outcomes = await Promise.all(
      ["a", "b"].map((content) => call("write_file", { path: "new/x.txt", content })),
    );
    expect(outcomes.map(({ isError }) => isError)).toEqual([false, true]);
    expect(readFileSync(path.join(root, "new/x.txt"), "utf8")).toBe("a");
  });
});

describe("edit_file", () => {
  const edit = (content: string, oldText: string, newText: string): Record<string, string> => ({
    path: "a.txt",
    expectedSha256: sha256(content),
    oldText,
    newText,
  });

  it.each([
    ["a\nb\nc\n", "b", "B", "a\nB\nc\n"],
    ["a\nb\nc\n", "b\n", "", "a\nc\n"],
    ["\ufeffa\r\nb\r\n", "a\r\nb", "x", "\ufeffx\r\n"],
    ["$1 $& b", "b", "$& $1", "$1 $& $& $1"],
    ["é😀é", "😀", "ü", "éüé"],
  ])("replaces the one match: %j", async (content, oldText, newText, expected) => {
    const { root, result } = createWorkspace({ "a.txt": content });
    expect(await result("edit_file", edit(content, oldText, newText))).toEqual({
      path: "a.txt",
      sha256: sha256(expected),
    });
    expect(readFileSync(path.join(root, "a.txt"), "utf8")).toBe(expected);
  });

  it.each([
    ["a b", "c", "was not found"],
    ["aXbXcX", "X", "3 matches"],
    ["aaa", "aa", "2 matches"],
    ["a\r\nb", "a\nb", "\\r\\n"],
    ["a\u0301", "\u00e1", "was not found"],
    ["a", "", "oldText is empty"],
    ["a", "\udc00", "surrogate"],
    ["a\ufffe", "\ufffd", "U+FFFD"],
  ])("changes nothing unless there is one match: %j, %j", async (content, oldText, message) => {
    const { root, refusal } = createWorkspace({ "a.txt": content });
    expect(await refusal("edit_file", edit(content, oldText, "new"))).toContain(message);
    expect(readFileSync(path.join(root, "a.txt"), "utf8")).toBe(content);
  });

  it("leaves bytes that are no UTF-8 as they are", async () => {
    const bytes = Buffer.from([0xff, 0x61, 0xfe]);
    const { root, result } = createWorkspace({ "a.txt": bytes });
    const expectedSha256 = sha256(bytes);
    await result("edit_file", { path: "a.txt", expectedSha256, oldText: "a", newText: "b" });
    expect(readFileSync(path.join(root, "a.txt"))).toEqual(Buffer.from([0xff, 0x62, 0xfe]));
  });

  it.each([
    [{ oldText: "a", newText: "a" }, "same as oldText"],
    [{ oldText: "a", newText: "b", expectedSha256: sha256("old") }, "read it again"],
    [{ oldText: "a", newText: "b", path: "none" }, "write_file creates"],
    [{ oldText: "a", newText: "x".repeat(1_048_577) }, "1 MiB"],
    [{ oldText: "a", newText: "b", path: "large.txt" }, "over 1 MiB"],
  ])("says why it changes nothing: %#", async (args, message) => {
    const { refusal } = createWorkspace({ "a.txt": "a", "large.txt": "x".repeat(1_048_577) });
    expect(await refusal("edit_file", { ...edit("a", "a", "b"), ...args })).toContain(message);
  });

  it("sees a change by somebody else between two edits", async () => {
    const { root, result, refusal } = createWorkspace({ "a.txt": "one" });
    const { sha256: next } = await result("edit_file", edit("one", "one", "two"));
    writeFileSync(path.join(root, "a.txt"), "two!");
    expect(
      await refusal("edit_file", { ...edit("", "two", "three"), expectedSha256: next }),
    ).toContain("file changed");
  });

  it("lets one of many edits of the same state through", async () => {
    const { root, call } = createWorkspace({ "a.txt": "0 0" });
    const outcomes = await Promise.all(
      ["1", "2", "3"].map((text) => call("edit_file", edit("0 0", "0 0", text))),
    );
    expect(outcomes.map(({ isError }) => isError)).toEqual([false, true, true]);
    expect(readFileSync(path.join(root, "a.txt"), "utf8")).toBe("1");
  });

  it("changes the target of a link and leaves the link", async () => {
    const { root, result } = createWorkspace({ "real/a.txt": "a" });
    symlinkSync("real/a.txt", path.join(root, "a.txt"));
    await result("edit_file", edit("a", "a", "b"));
    expect(readFileSync(path.join(root, "real/a.txt"), "utf8")).toBe("b");
    expect(readdirSync(path.join(root, "real"))).toEqual(["a.txt"]);
  });

  it("does nothing after an abort", async () => {
    const { root, call } = createWorkspace({ "a.txt": "a" });
    mkdirSync(path.join(root, "d"));
    const signal = AbortSignal.abort();
    const edited = await call("edit_file", edit("a", "a", "b"), { signal });
    const written = await call("write_file", { path: "d/x", content: "" }, { signal });
    expect([edited.isError, written.isError]).toEqual([true, true]);
    expect(readFileSync(path.join(root, "a.txt"), "utf8")).toBe("a");
    expect(existsSync(path.join(root, "d/x"))).toBe(false);
  });

  it("replaces exactly the match when it is the only one, else nothing", async () => {
    const { root, call } = createWorkspace();
    const seen = { none: 0, one: 0, more: 0 };
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "😀"), maxLength: 12 });
    const needle = fc.string({
      unit: fc.constantFrom("a", "b", "\n", "é"),
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(text, needle, text, async (content, oldText, newText) => {
        fc.pre(oldText !== newText);
        writeTree(root, { "a.txt": content });
        const { isError } = await call("edit_file", edit(content, oldText, newText));
        const places = Array.from({ length: content.length }, (_, at) => at).filter((at) =>
          content.startsWith(oldText, at),
        );
        const [at = 0] = places;
        const expected =
          places.length === 1
            ? content.slice(0, at) + newText + content.slice(at + oldText.length)
            : content;
        seen[places.length === 0 ? "none" : places.length === 1 ? "one" : "more"] += 1;
        expect(isError).toBe(places.length !== 1);
        expect(readFileSync(path.join(root, "a.txt"), "utf8")).toBe(expected);
      }),
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });
});
