import { spawn } from "node:child_process";
import { promises, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FileCalls, nodeFileCalls } from "../src/internal/node-files.ts";
import { readerOver } from "../src/internal/node-reader.ts";
import { OPEN_FILES_DIRECTORY } from "../src/internal/node-safe-read.ts";
import { put, putFifo, temporaryTree } from "./support/temporary-tree.ts";

const SECRET = "SECRET of somebody else";
const MAX_CALLS = 7;

type Reader = (calls: FileCalls, path: string, within: string) => Promise<string>;

const ours =
  (openFiles: string | null): Reader =>
  async (calls, path, within) => {
    const read = await readerOver(calls, openFiles).readFile(path, { maxBytes: 1000, within });
    return read.type === "file" ? new TextDecoder().decode(read.bytes) : read.type;
  };

/** Checks the resolved path, then reads by name: what a swap in between defeats. */
const naive: Reader = async (calls, path, within) => {
  const resolved = await calls.realpath(path);
  if (!resolved.startsWith(`${within}/`)) return "outside";
  const handle = await calls.open(path, "r");
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
};

/** Calls of the file system before some of which the tree is changed. */
function interrupted(before: ReadonlySet<number>, change: () => void): FileCalls {
  let count = 0;
  const wrap = <Result>(call: (...args: never[]) => Result): ((...args: never[]) => Result) => {
    return (...args) => {
      if (before.has(count)) change();
      count += 1;
      return call(...args);
    };
  };
  const names = ["lstat", "open", "readdir", "readlink", "realpath", "stat"] as const;
  return Object.fromEntries(
    names.map((name) => [name, wrap(nodeFileCalls[name] as (...args: never[]) => unknown)]),
  ) as unknown as FileCalls;
}

interface Swap {
  readonly name: string;
  readonly tree: Readonly<Record<string, Parameters<typeof put>[1]>>;
  readonly path: string;
  /** Changes between two states of the tree. */
  readonly swap: (top: string, toOutside: boolean) => void;
}

const swaps: readonly Swap[] = [
  {
    name: "a symlink's target",
    tree: { "r/inside.md": "inside", "r/AGENTS.md": { symlink: "inside.md" }, key: SECRET },
    path: "r/AGENTS.md",
    swap: (top, toOutside) => {
      symlinkSync(toOutside ? "../key" : "inside.md", join(top, "r/next"));
      renameSync(join(top, "r/next"), join(top, "r/AGENTS.md"));
    },
  },
  {
    name: "a file for a symlink",
    tree: { "r/AGENTS.md": "inside", key: SECRET },
    path: "r/AGENTS.md",
    swap: (top, toOutside) => {
      if (toOutside) symlinkSync("../key", join(top, "r/next"));
      else writeFileSync(join(top, "r/next"), "inside");
      renameSync(join(top, "r/next"), join(top, "r/AGENTS.md"));
    },
  },
  {
    name: "a directory for a symlink",
    tree: { "r/a/AGENTS.md": "inside", "keys/AGENTS.md": SECRET },
    path: "r/a/AGENTS.md",
    swap: (top, toOutside) => {
      rmSync(join(top, "r/a"), { recursive: true });
      put(
        join(top, toOutside ? "r/a" : "r/a/AGENTS.md"),
        toOutside ? { symlink: "../keys" } : "inside",
      );
    },
  },
  {
    name: "a directory that a symlink leads through",
    tree: {
      "r/AGENTS.md": { symlink: "d/rules.md" },
      "r/d/rules.md": "inside",
      "keys/rules.md": SECRET,
    },
    path: "r/AGENTS.md",
    swap: (top, toOutside) => {
      rmSync(join(top, "r/d"), { recursive: true });
      put(
        join(top, toOutside ? "r/d" : "r/d/rules.md"),
        toOutside ? { symlink: "../keys" } : "inside",
      );
    },
  },
];

/** What a reader gives for every choice of at most `most` moments at which the tree is swapped. */
async function attack(reader: Reader, { tree, path, swap }: Swap, most: number): Promise<string[]> {
  const results: string[] = [];
  for (let choice = 0; choice < 2 ** MAX_CALLS; choice += 1) {
    const moments = [...Array(MAX_CALLS).keys()].filter((bit) => (choice >> bit) & 1);
    if (moments.length > most) continue;
    const top = temporaryTree(tree);
    let isOutside = false;
    const calls = interrupted(new Set(moments), () => {
      isOutside = !isOutside;
      swap(top, isOutside);
    });
    const result = await reader(calls, join(top, path), join(top, "r")).catch(
      (error: NodeJS.ErrnoException) => `error ${error.code}`,
    );
    results.push(result);
  }
  return results;
}

describe.runIf(OPEN_FILES_DIRECTORY !== null)("a swap between a check and the read", () => {
  it.each(swaps)("gains nothing, at any moments: $name", async (swap) => {
    const results = await attack(ours(OPEN_FILES_DIRECTORY), swap, 3);
    expect(results.filter((result) => result.includes("SECRET"))).toEqual([]);
    expect(results).toContain("inside");
    expect(results).toContain("outside");
  });

  it.each(swaps)(
    "leaks through a reader that checks first and reads by name: $name",
    async (swap) => {
      expect((await attack(naive, swap, 2)).filter((one) => one.includes("SECRET"))).not.toEqual(
        [],
      );
    },
  );
});

describe("where the system does not name open files", () => {
  it.each(swaps)("one swap, or one there and back, gains nothing: $name", async (swap) => {
    const results = await attack(ours(null), swap, 2);
    expect(results.filter((result) => result.includes("SECRET"))).toEqual([]);
    expect(results).toContain("inside");
  });

  it("gives up a file that is swapped again and again", async () => {
    const top = temporaryTree({ "r/AGENTS.md": "0" });
    let count = 0;
    const calls: FileCalls = {
      ...nodeFileCalls,
      stat: (async (...args: Parameters<FileCalls["stat"]>) => {
        count += 1;
        writeFileSync(join(top, "r/next"), `${count}`);
        renameSync(join(top, "r/next"), join(top, "r/AGENTS.md"));
        return await promises.stat(...args);
      }) as FileCalls["stat"],
    };
    const read = ours(null)(calls, join(top, "r/AGENTS.md"), join(top, "r"));
    await expect(read).rejects.toMatchObject({ code: "ESTALE" });
  });

  it("reads a file that is left alone", async () => {
    const top = temporaryTree({ "r/AGENTS.md": { symlink: "b.md" }, "r/b.md": "inside" });
    const read = readerOver(nodeFileCalls, null).readFile(join(top, "r/AGENTS.md"), {
      maxBytes: 1000,
      within: join(top, "r"),
    });
    expect(await read).toMatchObject({ type: "file", realPath: join(top, "r/b.md") });
  });
});

describe.runIf(process.platform !== "win32")("a FIFO that takes a file's place", () => {
  it.each(["at the last moment", "at once"])("%s is not waited for", async (moment) => {
    const top = temporaryTree({ "r/AGENTS.md": "inside" });
    const path = join(top, "r/AGENTS.md");
    const change = (): void => {
      rmSync(path);
      putFifo(path);
    };
    const calls = interrupted(new Set([moment === "at once" ? 0 : 1]), change);
    const read = readerOver(calls, OPEN_FILES_DIRECTORY).readFile(path, { maxBytes: 1000 });
    expect(await read).toEqual({ type: "not-file", what: "fifo" });
  });
});

describe("files that come and go", () => {
  it.each([0, 1])("a file that is deleted before call %i is an error of the system", async (at) => {
    const top = temporaryTree({ "r/AGENTS.md": "inside" });
    const path = join(top, "r/AGENTS.md");
    const calls = interrupted(new Set([at]), () => rmSync(path));
    const read = readerOver(calls, OPEN_FILES_DIRECTORY).readFile(path, { maxBytes: 1000 });
    await expect(read).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.runIf(OPEN_FILES_DIRECTORY !== null)(
    "a file that is deleted once it is open is read",
    async () => {
      const top = temporaryTree({ "r/AGENTS.md": "inside" });
      const path = join(top, "r/AGENTS.md");
      const calls = interrupted(new Set([2]), () => rmSync(path));
      const read = readerOver(calls).readFile(path, { maxBytes: 1000, within: join(top, "r") });
      expect(await read).toMatchObject({ type: "file", realPath: path });
    },
  );

  it.runIf(OPEN_FILES_DIRECTORY !== null)(
    "nothing leaks while another process swaps as fast as it can",
    async () => {
      const top = temporaryTree({
        "r/inside.md": "inside",
        "r/AGENTS.md": { symlink: "inside.md" },
        key: SECRET,
      });
      const script = `
        const { renameSync, symlinkSync } = require("node:fs");
        process.stdout.write("ready");
        for (;;) for (const target of ["../key", "inside.md"]) {
          symlinkSync(target, "next");
          renameSync("next", "AGENTS.md");
        }`;
      const swapper = spawn(process.execPath, ["-e", script], { cwd: join(top, "r") });
      onTestFinished(() => void swapper.kill("SIGKILL"));
      await new Promise((ready) => swapper.stdout.once("data", ready));
      const results = new Set<string>();
      for (let count = 0; count < 1500; count += 1) {
        results.add(
          await ours(OPEN_FILES_DIRECTORY)(nodeFileCalls, join(top, "r/AGENTS.md"), join(top, "r")),
        );
      }
      expect([...results].sort()).toEqual(["inside", "outside"]);
    },
  );
});
