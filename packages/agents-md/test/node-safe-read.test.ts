import {
  type BigIntStats,
  promises,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FileCalls, nodeFileCalls } from "../src/internal/node-files.ts";
import { OPEN_FILES_DIRECTORY, readSafely } from "../src/internal/node-safe-read.ts";
import type { InstructionFileRead } from "../src/reader-types.ts";
import { putFifo, temporaryTree } from "./support/temporary-tree.ts";

const posix = process.platform !== "win32";
const text = (read: InstructionFileRead): string =>
  read.type === "file" ? new TextDecoder().decode(read.bytes) : read.type;

/** The real calls, with some that do something else. */
function callsWith(changed: Partial<Record<keyof FileCalls, unknown>>): FileCalls {
  return { ...nodeFileCalls, ...changed } as FileCalls;
}

/** Opens for real, and has a word in what the opened file's `stat` says. */
function openWith(change: (stats: BigIntStats) => void): Partial<Record<"open", unknown>> {
  return {
    open: async (...args: Parameters<FileCalls["open"]>) => {
      const handle = await promises.open(...args);
      const { stat } = handle;
      handle.stat = (async (...options: []) => {
        const stats = (await stat.apply(handle, options)) as unknown as BigIntStats;
        change(stats);
        return stats;
      }) as unknown as FileHandle["stat"];
      return handle;
    },
  };
}

const one = (content = "inside"): string =>
  join(temporaryTree({ "AGENTS.md": content }), "AGENTS.md");

it("asks for the names of open files where the system has them", () => {
  expect(OPEN_FILES_DIRECTORY).toBe(process.platform === "linux" ? "/proc/self/fd" : null);
});

describe("what is no file", () => {
  it("is named: a directory", async () => {
    const top = temporaryTree({ "AGENTS.md": { directory: true } });
    const read = await readSafely(nodeFileCalls, join(top, "AGENTS.md"), { maxBytes: 9 }, null);
    expect(read).toEqual({ type: "not-file", what: "directory" });
  });

  it.runIf(posix)("is named: a FIFO, a device, a socket", async () => {
    const top = temporaryTree({ device: { symlink: "/dev/null" } });
    putFifo(join(top, "fifo"));
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(top, "socket"), done));
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
    for (const what of ["fifo", "device", "socket"]) {
      const read = await readSafely(nodeFileCalls, join(top, what), { maxBytes: 9 }, null);
      expect(read).toEqual({ type: "not-file", what });
    }
  });
});

describe("how much is read", () => {
  it.each([
    [0, 10],
    [9, 10],
    [10, 10],
    [100, 10],
    [65536 + 100, 65536 + 10],
    [3 * 65536, 4 * 65536],
  ])("of %i bytes with a limit of %i", async (size, maxBytes) => {
    const read = await readSafely(nodeFileCalls, one("a".repeat(size)), { maxBytes }, null);
    expect(text(read)).toBe("a".repeat(Math.min(size, maxBytes)));
    expect(read).toMatchObject({ sizeBytes: size });
  });

  it("is what counts as the size of a file that shrank meanwhile", async () => {
    const path = one("a".repeat(100));
    const calls = callsWith(openWith(() => truncateSync(path, 5)));
    expect(await readSafely(calls, path, { maxBytes: 50 }, null)).toMatchObject({ sizeBytes: 5 });
  });
});

describe("the opened file", () => {
  it("is closed, whatever came of it", async () => {
    const path = one();
    const handles: FileHandle[] = [];
    const calls = callsWith({
      open: async (...args: Parameters<FileCalls["open"]>) => {
        const handle = await promises.open(...args);
        handles.push(handle);
        return handle;
      },
    });
    await readSafely(calls, path, { maxBytes: 9 }, null);
    await readSafely(calls, path, { maxBytes: 9, within: "/elsewhere" }, null);
    expect(handles.map(({ fd }) => fd)).toEqual([-1, -1]);
  });

  it("has an identity where the system numbers its files", async () => {
    const path = one();
    const { dev, ino } = await promises.stat(path, { bigint: true });
    const numbered = await readSafely(nodeFileCalls, path, { maxBytes: 9 }, OPEN_FILES_DIRECTORY);
    expect(numbered).toMatchObject({ fileId: `${dev}:${ino}` });
    const calls = callsWith({
      ...openWith((stats) => {
        stats.ino = 0n;
      }),
      readlink: async () => path,
    });
    const read = await readSafely(calls, path, { maxBytes: 9 }, "/any");
    expect(Object.keys(read)).not.toContain("fileId");
  });
});

describe("the system's name of the opened file", () => {
  const resolved = async (readlink: () => Promise<string>): Promise<InstructionFileRead> =>
    await readSafely(callsWith({ readlink }), one(), { maxBytes: 9 }, "/any");

  it("counts, and is not asked for where there is none", async () => {
    expect(await resolved(async () => "/named")).toMatchObject({ realPath: "/named" });
    const calls = callsWith({
      readlink: () => {
        throw new Error("asked");
      },
    });
    expect(text(await readSafely(calls, one(), { maxBytes: 9 }, null))).toBe("inside");
  });

  it.each([
    ["is no path", async () => "anon_inode:[file]"],
    ["is refused", () => Promise.reject(Object.assign(new Error(), { code: "EACCES" }))],
  ])("gives way to the resolved path where it %s", async (_case, readlink) => {
    const path = one();
    const read = await readSafely(callsWith({ readlink }), path, { maxBytes: 9 }, "/any");
    expect(read).toMatchObject({ type: "file", realPath: path });
  });

  it("is not excused by a mistake of ours", async () => {
    const mistake = new TypeError("no error of the system");
    await expect(resolved(() => Promise.reject(mistake))).rejects.toBe(mistake);
  });

  it("ends in what the system adds only if the file is gone", async () => {
    const top = temporaryTree({ "AGENTS.md (deleted)": "inside", "AGENTS.md": "gone" });
    const path = join(top, "AGENTS.md (deleted)");
    const kept = callsWith({ readlink: async () => path });
    const read = await readSafely(kept, path, { maxBytes: 9 }, "/any");
    expect(read).toMatchObject({ realPath: path });

    const gone = join(top, "AGENTS.md");
    const nameAfterRemoval = (name: string) =>
      callsWith({
        readlink: async () => {
          rmSync(gone, { force: true });
          return name;
        },
      });
    const removed = await readSafely(nameAfterRemoval(path), gone, { maxBytes: 9 }, "/any");
    expect(removed).toMatchObject({ realPath: gone });
    writeFileSync(gone, "gone");
    const bare = await readSafely(nameAfterRemoval(gone), gone, { maxBytes: 9 }, "/any");
    expect(bare).toMatchObject({ realPath: gone });
  });
});

describe("where open files have no names", () => {
  it.each([
    [0, "0"],
    [1, "1"],
    [2, "2"],
    [3, "ESTALE"],
    [9, "ESTALE"],
  ])("a file that is replaced %i times", async (times, expected) => {
    const path = one("0");
    let opened = 0;
    const calls = callsWith({
      open: async (...args: Parameters<FileCalls["open"]>) => {
        const handle = await promises.open(...args);
        opened += 1;
        if (opened <= times) {
          writeFileSync(`${path}.next`, `${opened}`);
          renameSync(`${path}.next`, path);
        }
        return handle;
      },
    });
    const reading = readSafely(calls, path, { maxBytes: 9 }, null);
    if (expected === "ESTALE") {
      await expect(reading).rejects.toMatchObject({
        code: expected,
        message: expect.stringContaining("ESTALE: the file was replaced"),
      });
    } else expect(text(await reading)).toBe(expected);
    expect(opened).toBe(Math.min(times + 1, 3));
  });

  /** The other name of each directory on the way, for one of the three questions. */
  const asked = (path: string, answers: readonly boolean[]): FileCalls => {
    let count = 0;
    return callsWith({
      realpath: async () => {
        count += 1;
        return answers[count - 1] === false ? `${path}.other` : path;
      },
    });
  };

  it.each([
    ["the name leads elsewhere afterwards", [true, false, true]],
    ["the resolved path leads elsewhere afterwards", [true, true, false]],
  ])("is opened again where %s", async (_case, answers) => {
    const path = one();
    const again = asked(path, answers);
    let opened = 0;
    const open = (...args: Parameters<FileCalls["open"]>): Promise<FileHandle> => {
      opened += 1;
      return promises.open(...args);
    };
    const read = await readSafely({ ...again, open }, path, { maxBytes: 9 }, null);
    expect(read).toMatchObject({ type: "file", realPath: path });
    expect(opened).toBe(2);
  });

  it("the same number on another device is another file", async () => {
    const path = one();
    const calls = callsWith(
      openWith((stats) => {
        stats.dev += 1n;
      }),
    );
    await expect(readSafely(calls, path, { maxBytes: 9 }, null)).rejects.toMatchObject({
      code: "ESTALE",
    });
  });
});
