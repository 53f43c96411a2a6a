import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryTree } from "./support/temporary-tree.ts";

const source = join(import.meta.dirname, "../src");

/** What is loaded with a module: it, and all that it imports for more than types. */
function loadedWith(module: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  if (module.startsWith("node:")) return seen;
  const text = readFileSync(join(source, module), "utf8");
  for (const [, name = ""] of text.matchAll(/^(?:im|ex)port (?!type\b)[^;]*? from "([^"]+)";/gm)) {
    loadedWith(name.startsWith(".") ? join(module, "..", name) : name, seen);
  }
  return seen;
}

afterEach(() => {
  vi.doUnmock("../src/internal/node-functions.ts");
  vi.resetModules();
});

describe("the entry for Node.js", () => {
  it("loads with a search of the root and the check of arguments only", () => {
    expect([...loadedWith("node.ts")].sort()).toEqual([
      "errors.ts",
      "escape-path.ts",
      "internal/arguments.ts",
      "internal/node-files.ts",
      "internal/node-find-root.ts",
      "internal/node-hash.ts",
      "internal/shown.ts",
      "node.ts",
      "node:fs/promises",
      "node:path",
    ]);
    expect(loadedWith("internal/node-functions.ts").size).toBeGreaterThan(30);
  });

  it("finds the root without the rest", async () => {
    vi.doMock("../src/internal/node-functions.ts", () => {
      throw new Error("the rest is loaded");
    });
    vi.resetModules();
    const node = await import("../src/node.ts");
    const top = temporaryTree({ ".git/HEAD": "x", "AGENTS.md": "x" });
    expect(await node.findWorkspaceRoot(top)).toEqual({ root: top, marker: ".git" });
    expect(node.sha256(new Uint8Array())).toMatch(/^e3b0c442/);
    const reader = node.createNodeReader();
    await expect(node.resolveInstructions({ cwd: top })).rejects.toThrow();
    await expect(reader.listDirectory(top)).rejects.toThrow();
  });

  it("gives a reader whose every function works", async () => {
    const { createNodeReader } = await import("../src/node.ts");
    const top = temporaryTree({ "AGENTS.md": "x" });
    const path = join(top, "AGENTS.md");
    const { listDirectory, locate, readFile } = createNodeReader();
    expect(await listDirectory(top)).toEqual([{ name: "AGENTS.md", type: "file" }]);
    expect(await locate(path)).toEqual({ kind: "file", path, realPath: path });
    expect(await readFile(path, { maxBytes: 9 })).toMatchObject({ type: "file", sizeBytes: 1 });
  });
});
