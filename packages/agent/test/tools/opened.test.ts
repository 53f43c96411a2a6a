import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openContained } from "../../src/tools/internal/open-contained.ts";
import { pinBelow, pinDirectory } from "../../src/tools/internal/pinned-directory.ts";
import { Places } from "../../src/tools/internal/places.ts";
import { createWorkspace } from "./workspace.ts";

type Promises = typeof import("node:fs/promises");
type Descriptor = typeof import("../../src/tools/internal/descriptor.ts");

const fake = vi.hoisted(() => ({
  open: vi.fn<Promises["open"]>(),
  mkdir: vi.fn<(path: string) => Promise<string | undefined>>(),
  descriptorPath: vi.fn<Descriptor["descriptorPath"]>(),
  pathTo: vi.fn<Descriptor["pathTo"]>(),
}));
vi.mock("node:fs/promises", async (original) => ({
  ...(await original<object>()),
  open: fake.open,
  mkdir: fake.mkdir,
}));
vi.mock("../../src/tools/internal/descriptor.ts", async (original) => ({
  ...(await original<object>()),
  descriptorPath: fake.descriptorPath,
  pathTo: fake.pathTo,
}));

const real = await vi.importActual<Promises>("node:fs/promises");
const descriptor = await vi.importActual<Descriptor>("../../src/tools/internal/descriptor.ts");
const { platform } = process;

/** Every handle that was opened. */
let handles: FileHandle[] = [];
const openReally = async (...args: Parameters<Promises["open"]>): Promise<FileHandle> => {
  const handle = await real.open(...args);
  handles.push(handle);
  return handle;
};
const isClosed = (): boolean => handles.every(({ fd }) => fd === -1);

beforeEach(() => {
  handles = [];
  fake.open.mockReset().mockImplementation(openReally);
  fake.mkdir.mockReset().mockImplementation((name) => real.mkdir(name).then(() => undefined));
  fake.descriptorPath.mockReset().mockImplementation(descriptor.descriptorPath);
  fake.pathTo.mockReset().mockImplementation(descriptor.pathTo);
});
afterEach(async () => {
  Object.defineProperty(process, "platform", { value: platform });
  await Promise.all(handles.filter(({ fd }) => fd !== -1).map((handle) => handle.close()));
});

const failing = (code: string): Error => Object.assign(new Error(code), { code });

function places(): { readonly places: Places; readonly root: string; readonly outside: string } {
  const { root, outside } = createWorkspace({ "a.txt": "a", "d/b.txt": "b", "e/c.txt": "c" });
  return { places: Places.open(root, root, []), root, outside };
}

const onLinux = it.runIf(platform === "linux");

describe("a file that is opened", () => {
  it.each([
    ["b.txt", 'There is no "b.txt"; list_files shows what there is.'],
    ["d", '"d" is a directory; list_files shows its files.'],
  ])("has to be one: %s", async (written, message) => {
    await expect(openContained(places().places, written)).rejects.toThrow(
      expect.objectContaining({ message }),
    );
    expect(fake.open).not.toHaveBeenCalled();
  });

  onLinux.each([0, 1, 2, 3])("may lie outside by its own path %i times", async (times) => {
    const { places: here, outside } = places();
    for (let time = 0; time < times; time += 1) {
      fake.descriptorPath.mockResolvedValueOnce(path.join(outside, "secret.txt"));
    }
    const opening = openContained(here, "a.txt");
    if (times < 3) {
      const { handle } = await opening;
      expect(await handle.readFile("utf8")).toBe("a");
      await handle.close();
    } else {
      await expect(opening).rejects.toThrow('"a.txt" is being replaced while it is opened');
    }
    expect(fake.open).toHaveBeenCalledTimes(Math.min(times + 1, 3));
    expect(fake.pathTo).not.toHaveBeenCalled();
    expect(isClosed()).toBe(true);
  });

  it.each([
    ["is the same, inside, in three rounds", ["in", "in", "in"], 3],
    ["is another file once", ["in", "gone", "in", "in", "in"], 5],
    ["leads outside once", ["in", "in", "out", "in", "in", "in"], 6],
    ["is another file each time", ["gone", "gone", "gone"], 3],
  ])(
    "is judged by what its path leads to where it has none of its own: %s",
    async (_case, answers, asked) => {
      const { places: here, root, outside } = places();
      const leadsTo: Record<string, string | undefined> = {
        in: path.join(root, "a.txt"),
        out: path.join(outside, "a.txt"),
        gone: undefined,
      };
      fake.descriptorPath.mockResolvedValue(undefined);
      for (const answer of answers) fake.pathTo.mockReturnValueOnce(leadsTo[answer]);
      const opening = openContained(here, "a.txt");
      if (answers.at(-1) === "in") await (await opening).handle.close();
      else await expect(opening).rejects.toThrow("is being replaced");
      expect(fake.pathTo).toHaveBeenCalledTimes(asked);
      expect(isClosed()).toBe(true);
    },
  );

  it.each(["ENOENT", "ELOOP"])("is looked for again where it went: %s", async (code) => {
    fake.open.mockRejectedValueOnce(failing(code));
    const { handle } = await openContained(places().places, "a.txt");
    await handle.close();
    expect(fake.open).toHaveBeenCalledTimes(2);
  });

  it("is not, where the system refuses it", async () => {
    fake.open.mockRejectedValueOnce(failing("EACCES"));
    await expect(openContained(places().places, "a.txt")).rejects.toMatchObject({ code: "EACCES" });
    expect(fake.open).toHaveBeenCalledTimes(1);
  });

  it.runIf(platform !== "win32")("may have become a FIFO", async () => {
    const { places: here, root } = places();
    fake.open.mockImplementationOnce((name, ...rest) => {
      rmSync(path.join(root, "a.txt"));
      execFileSync("mkfifo", [path.join(root, "a.txt")]);
      return openReally(name, ...rest);
    });
    await expect(openContained(here, "a.txt")).rejects.toThrow("not a regular file");
    expect(isClosed()).toBe(true);
  });
});

describe("a directory that is held", () => {
  onLinux("is reached by the system's own name for it, and let go", async () => {
    const { places: here, root } = places();
    const pinned = await pinDirectory(here, path.join(root, "d"), "d/x");
    expect(pinned.at("x")).toBe(`/proc/self/fd/${handles[0]?.fd}/x`);
    const sync = vi.spyOn(handles[0] as FileHandle, "sync");
    sync.mockRejectedValueOnce(failing("EINVAL"));
    await pinned.flush();
    expect(sync).toHaveBeenCalledTimes(1);
    expect(fake.pathTo).not.toHaveBeenCalled();
    await pinned.close();
    expect(isClosed()).toBe(true);
  });

  onLinux.each([
    ["has no path any more", () => undefined],
    ["was moved inside", (root: string) => path.join(root, "e")],
    ["was moved outside", (_root: string, outside: string) => outside],
  ])("is refused where it %s", async (_case, now) => {
    const { places: here, root, outside } = places();
    const pinned = await pinDirectory(here, path.join(root, "d"), "d/x");
    fake.descriptorPath.mockResolvedValueOnce(now(root, outside));
    await expect(pinned.verify()).rejects.toThrow('A directory of "d/x" is being replaced');
    await pinned.close();
  });

  it("is refused where it lies outside, and let go", async () => {
    const { places: here, outside } = places();
    await expect(pinDirectory(here, outside, "x")).rejects.toThrow("is being replaced");
    expect(isClosed()).toBe(true);
  });

  it.runIf(platform !== "win32")("is compared with what is at its path elsewhere", async () => {
    const { places: here, root } = places();
    fake.descriptorPath.mockResolvedValue(undefined);
    const pinned = await pinDirectory(here, path.join(root, "d"), "d/x");
    expect(pinned.at("x")).toBe(path.join(root, "d/x"));
    renameSync(path.join(root, "d"), path.join(root, "f"));
    mkdirSync(path.join(root, "d"));
    await expect(pinned.verify()).rejects.toThrow("is being replaced");
    await pinned.close();
    expect(isClosed()).toBe(true);
  });

  it.runIf(platform !== "win32")("is the one that was opened, whatever came after", async () => {
    const { places: here, root } = places();
    fake.descriptorPath.mockResolvedValue(undefined);
    fake.open.mockImplementationOnce(async (...args) => {
      const handle = await openReally(...args);
      renameSync(path.join(root, "d"), path.join(root, "f"));
      mkdirSync(path.join(root, "d"));
      return handle;
    });
    await expect(pinDirectory(here, path.join(root, "d"), "d/x")).rejects.toThrow("replaced");
  });

  it("is compared alone where a directory can't be opened", async () => {
    const { places: here, root } = places();
    Object.defineProperty(process, "platform", { value: "win32" });
    const directory = path.join(root, "d");
    const pinned = await pinDirectory(here, directory, "d/x");
    expect(fake.open).not.toHaveBeenCalled();
    expect(pinned.at("x")).toBe(path.join(directory, "x"));
    await pinned.flush();
    await pinned.close();
    fake.pathTo.mockReturnValueOnce(undefined);
    await expect(pinDirectory(here, directory, "d/x")).rejects.toThrow("is being replaced");
  });

  it.each(["ENOENT", "ELOOP"])(
    "is refused where it went before it was opened: %s",
    async (code) => {
      const { places: here, root } = places();
      Object.defineProperty(process, "platform", { value: "linux" });
      fake.open.mockRejectedValueOnce(failing(code));
      await expect(pinDirectory(here, path.join(root, "d"), "d/x")).rejects.toThrow("replaced");
      fake.open.mockRejectedValueOnce(failing("EACCES"));
      await expect(pinDirectory(here, path.join(root, "d"), "d/x")).rejects.toMatchObject({
        code: "EACCES",
      });
    },
  );

  it.each([
    ["made", "new", undefined],
    ["taken as it is", "d", undefined],
    ["not had where the system refuses", "new", "ENOSPC"],
  ])("below another one is %s, and that one let go", async (_case, name, code) => {
    const { places: here, root } = places();
    const parent = await pinDirectory(here, root, name);
    if (code !== undefined) fake.mkdir.mockRejectedValueOnce(failing(code));
    const below = pinBelow(here, parent, { name, real: path.join(root, name), written: name });
    if (code !== undefined) await expect(below).rejects.toMatchObject({ code });
    else await (await below).close();
    expect(isClosed()).toBe(true);
  });
});
