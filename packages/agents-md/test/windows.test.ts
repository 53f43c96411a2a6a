import { describe, expect, it } from "vitest";
import {
  createInstructionTracker,
  explainPath,
  type ResolveInstructionsOptions,
  resolveInstructions,
} from "../src/index.ts";
import { statuses } from "./support/tables.ts";
import { readerOf, sha256 } from "./support/virtual-tree.ts";

/** A drive whose system ignores case, over a tree in memory: `C:/Repo` is `/Repo` there. */
function windowsOptions(): ResolveInstructionsOptions {
  const reader = readerOf({
    "/Repo/.git/HEAD": "x",
    "/Repo/AGENTS.md": "root",
    "/Repo/packages/api/AGENTS.md": "api",
    "/Repo/packages/api/x.ts": "",
  });
  const names = ["Repo", "packages", "api", "x.ts", "AGENTS.md"];
  const inward = (path: string): string =>
    path
      .slice(2)
      .split("/")
      .map((part) => names.find((name) => name.toLowerCase() === part.toLowerCase()) ?? part)
      .join("/");
  const outward = (path: string): string => `C:${path.replaceAll("/", "\\")}`;
  return {
    workspaceRoot: { root: "C:\\Repo", marker: ".git" },
    cwd: "c:\\repo\\PACKAGES",
    sha256,
    reader: {
      listDirectory: (path) => reader.listDirectory(inward(path)),
      readFile: async (path, { maxBytes }) => {
        const read = await reader.readFile(inward(path), { maxBytes });
        return read.type === "file" ? { ...read, realPath: outward(read.realPath) } : read;
      },
      locate: async (path) => {
        if (!path.startsWith("C:") && !path.startsWith("c:")) {
          return { kind: "missing", path, realPath: path };
        }
        const { kind, path: resolved, realPath } = await reader.locate(inward(path));
        return { kind, path: outward(resolved), realPath: outward(realPath) };
      },
    },
  };
}

describe("paths of Windows", () => {
  it("are written with / everywhere, and ignore case where they are compared", async () => {
    const { files, workspaceRoot } = await resolveInstructions(windowsOptions());
    expect(workspaceRoot).toBe("..");
    expect(files.map(({ path, status }) => `${path} ${status}`)).toEqual(["AGENTS.md loaded"]);
  });

  it.each([
    "api\\x.ts",
    "API/X.TS",
    "C:\\Repo\\packages\\api\\x.ts",
    "\\Repo\\packages\\api\\x.ts",
  ])("explains %s", async (target) => {
    const value = await explainPath({ ...windowsOptions(), target });
    expect(value.target).toBe("packages/api/x.ts");
    expect(statuses(value)).toEqual(["AGENTS.md loaded", "packages/api/AGENTS.md loaded"]);
  });

  it.each(["..\\..\\Repo-sibling\\x", "D:\\Repo\\x", "C:\\"])("refuses %s", async (target) => {
    await expect(explainPath({ ...windowsOptions(), target })).rejects.toMatchObject({
      code: "outside_workspace",
    });
  });

  it("finds paths in a command of theirs", async () => {
    const options = windowsOptions();
    const tracker = await createInstructionTracker({
      ...options,
      eager: await resolveInstructions(options),
    });
    const { calls } = await tracker.step([
      { id: "1", effect: "process", command: "type api\\x.ts" },
    ]);
    expect(calls[0]?.attached.map(({ path }) => path)).toEqual(["packages/api/AGENTS.md"]);
  });
});
