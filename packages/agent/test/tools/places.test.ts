import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Places } from "../../src/tools/internal/places.ts";
import { createWorkspace } from "./workspace.ts";

function workspace(): { readonly root: string; readonly outside: string; readonly places: Places } {
  const { root, outside } = createWorkspace({ "sub/x.txt": "x", "a.txt": "a" });
  return { root, outside, places: Places.open(root, path.join(root, "sub"), []) };
}

describe("the directories that are named", () => {
  it.each([
    ["a workspace that is relative", "workspaceRoot", (): unknown => Places.open("w", "/", [])],
    ["a workspace that isn't there", "workspaceRoot", () => Places.open("/no/w", "/", [])],
    ["a working directory that isn't there", "cwd", (root: string) => Places.open(root, "/no", [])],
    ["a working directory outside", "cwd", (root: string) => Places.open(root, "/", [])],
    ["a file", "The directory", (root: string) => Places.open(root, root, [`${root}/a.txt`])],
    [
      "what is approved later",
      "The directory",
      (root: string) => Places.open(root, root, []).allow("d"),
    ],
  ])("are refused by name: %s", (_case, name, call) => {
    const { root } = workspace();
    expect(() => call(root)).toThrow(
      expect.objectContaining({
        code: "invalid_option",
        message: expect.stringMatching(
          new RegExp(`^${name} ".+" (has to (be|lie) .+|is no existing directory)\\.$`, "u"),
        ),
      }),
    );
  });
});

it("has no directory by a relative path, be it there or not", () => {
  const { root } = workspace();
  for (const relative of [".", "no"]) {
    expect(() => Places.open(relative, root, [])).toThrow("has to be an absolute path");
    expect(() => Places.open(root, relative, [])).toThrow("has to be an absolute path");
  }
});

it("refuses what no file is called", async () => {
  await expect(workspace().places.locate("a\0b")).rejects.toThrow(
    "The path holds a NUL character; no file has such a name.",
  );
});

describe("a path that leads nowhere", () => {
  it.each([
    [
      "x.txt",
      'There is no "x.txt"; look. There is "sub/x.txt": paths are relative to the workspace root.',
    ],
    ["y.txt", 'There is no "y.txt"; look.'],
    [
      "../../workspace-outside/secret.txt",
      'There is no "../../workspace-outside/secret.txt"; look.',
    ],
  ])("%s is refused, with what was perhaps meant", async (written, message) => {
    const { places } = workspace();
    await expect(places.refuseMissing(written, "look")).rejects.toThrow(
      expect.objectContaining({ message }),
    );
  });

  it("through a link is refused as such", async () => {
    const { root, places } = workspace();
    symlinkSync("nothing", path.join(root, "link"));
    await expect(places.locateInside("link/x")).rejects.toThrow(
      '"link/x" goes through a symbolic link that leads nowhere.',
    );
  });
});

describe("what lies outside", () => {
  it("is refused, with what can be used", async () => {
    const { outside, places } = workspace();
    await expect(places.locateInside(outside)).rejects.toThrow(
      "lies outside the workspace, or a link leads out of it. Only the workspace and directories that the user approved can be used.",
    );
  });

  it("is asked for by its directory, where it has one", async () => {
    const { outside, places } = workspace();
    expect(await places.outsideDirectoryOf(path.join(outside, "secret.txt"))).toBe(outside);
    expect(await places.outsideDirectoryOf(path.join(outside, "new/x"))).toBe(outside);
    expect(await places.outsideDirectoryOf(outside)).toBe(outside);
    expect(await places.outsideDirectoryOf(path.join(outside, "secret.txt/x"))).toBeUndefined();
    expect(await places.outsideDirectoryOf("a.txt")).toBeUndefined();
  });

  it("is also what no file system has", async () => {
    const { places } = workspace();
    expect(await places.isInside("a\0b")).toBe(false);
    expect(await places.isInside("a.txt/b")).toBe(false);
    expect(await places.isInside("new/b")).toBe(true);
  });
});
