import { describe, expect, test } from "vitest";
import {
  loadSkillBody,
  readSkillResource,
  type SkillSnapshot,
  SkillsDiscoveryError,
} from "../../src/index.ts";
import { type MemoryFileSystem, memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

const SKILL = "/w/.agents/skills/pdf";

async function setUp(): Promise<{ fileSystem: MemoryFileSystem; snapshot: SkillSnapshot }> {
  const fileSystem = memoryFileSystem({
    [`${SKILL}/SKILL.md`]: skillText("pdf"),
    [`${SKILL}/references/guide.md`]: "one\ntwo\nthree\n",
    [`${SKILL}/a b.md`]: "blank",
    [`${SKILL}/ünï.md`]: "letters",
    [`${SKILL}/100%.md`]: "percent",
    "/w/.agents/skills/pdf-secret/key": "SECRET",
    "/w/secret": "SECRET",
    "/etc/passwd": "SECRET",
  });
  return { fileSystem, snapshot: await discoverIn(fileSystem) };
}

async function refusalOf(path: string): Promise<string> {
  const { fileSystem, snapshot } = await setUp();
  const refusal = await readSkillResource({ snapshot, name: "pdf", path }).catch((error) => error);
  expect(SkillsDiscoveryError.isInstance(refusal), path).toBe(true);
  expect(JSON.stringify(refusal.message)).not.toContain("SECRET");
  void fileSystem;
  return refusal.code;
}

describe("paths that are refused before any file is touched", () => {
  test.each([
    "",
    ".",
    "./",
    "/",
    "/etc/passwd",
    "//server/share/x",
    "\\\\server\\share\\x",
    "\\etc\\passwd",
    "C:\\x",
    "C:x",
    "c:/x",
    "..",
    "../pdf-secret/key",
    "../../../secret",
    "references/../../pdf-secret/key",
    "references/..",
    "./../pdf-secret/key",
    "references/./guide.md",
    "references//guide.md",
    "references/guide.md/",
    "..\\pdf-secret\\key",
    "references\\guide.md",
    "..%2fpdf-secret%2fkey",
    "%2e%2e/pdf-secret/key",
    "references%2Fguide.md",
    "%00",
    "guide.md\0",
    "references/guide.md\0.png",
    ".. /pdf-secret/key",
    ".../x",
    ". ./x",
    " /x",
    "file:///etc/passwd",
    "http://example/x",
    "data:text/plain,x",
    "a".repeat(5000),
  ])("%j", async (path) => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.calls.length = 0;
    const read = readSkillResource({ snapshot, name: "pdf", path });
    await expect(read).rejects.toMatchObject({ code: "resource_path_refused" });
    expect(fileSystem.calls).toEqual([]);
  });

  test.each([undefined, null, 5, {}, ["a"]])("a path that is no string: %j", async (path) => {
    const { snapshot } = await setUp();
    const read = readSkillResource({ snapshot, name: "pdf", path: path as unknown as string });
    await expect(read).rejects.toMatchObject({ code: "resource_path_refused" });
  });
});

describe("paths that are read", () => {
  test.each([
    ["references/guide.md", "one\ntwo\nthree\n"],
    ["./references/guide.md", "one\ntwo\nthree\n"],
    ["a b.md", "blank"],
    ["ünï.md", "letters"],
    ["100%.md", "percent"],
    ["SKILL.md", skillText("pdf")],
  ])("%j", async (path, text) => {
    const { snapshot } = await setUp();
    expect((await readSkillResource({ snapshot, name: "pdf", path })).text).toBe(text);
  });
});

describe("links", () => {
  test.each([
    ["a file outside", "/etc/passwd"],
    ["a relative path outside", "../pdf-secret/key"],
    ["a neighbour whose name only begins the same", "/w/.agents/skills/pdf-secret/key"],
  ])("to %s are refused", async (_, target) => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.link(`${SKILL}/leak`, target);
    const read = readSkillResource({ snapshot, name: "pdf", path: "leak" });
    await expect(read).rejects.toMatchObject({ code: "resource_outside" });
  });

  test("through a directory that is a link outside are refused", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.link(`${SKILL}/refs`, "/etc");
    const read = readSkillResource({ snapshot, name: "pdf", path: "refs/passwd" });
    await expect(read).rejects.toMatchObject({ code: "resource_outside" });
  });

  test("inside the skill are followed", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.link(`${SKILL}/short.md`, "references/guide.md");
    fileSystem.link(`${SKILL}/refs`, `${SKILL}/references`);
    for (const path of ["short.md", "refs/guide.md"]) {
      expect((await readSkillResource({ snapshot, name: "pdf", path })).totalLines).toBe(3);
    }
  });

  test("to themselves are unreadable", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.link(`${SKILL}/loop`, "loop");
    const read = readSkillResource({ snapshot, name: "pdf", path: "loop" });
    await expect(read).rejects.toMatchObject({ code: "resource_unreadable" });
  });
});

describe("what is no file", () => {
  test("a directory and a device are refused, unopened", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.special(`${SKILL}/fifo`);
    fileSystem.link(`${SKILL}/alias`, "fifo");
    fileSystem.calls.length = 0;
    for (const path of ["references", "fifo", "alias"]) {
      const read = readSkillResource({ snapshot, name: "pdf", path });
      await expect(read).rejects.toMatchObject({ code: "resource_not_regular" });
    }
    expect(fileSystem.calls.filter(({ method }) => method === "openFile")).toEqual([]);
  });

  test("what isn't there is told with what is", async () => {
    const { snapshot } = await setUp();
    for (const path of ["references/other.md", "SKILL.md/x", "guide.md"]) {
      const read = readSkillResource({ snapshot, name: "pdf", path });
      await expect(read).rejects.toMatchObject({
        code: "resource_missing",
        message: expect.stringContaining("references/guide.md"),
      });
    }
    expect(await refusalOf("nothing")).toBe("resource_missing");
  });
});

describe("a directory that is swapped for a link during the read", () => {
  type Schedule = (call: number) => boolean;

  /** A reader that checks the path and then reads it, as most do. */
  function naiveRead(fileSystem: MemoryFileSystem, path: string): string | undefined {
    const real = fileSystem.realPath(path);
    if (real === undefined || !real.startsWith(`${SKILL}/`)) return undefined;
    const opened = fileSystem.openFile(real);
    const bytes = new Uint8Array(100);
    return opened && new TextDecoder().decode(bytes.subarray(0, opened.read(bytes, 0)));
  }

  async function race(isOutside: Schedule, tellsOwnPath: boolean, naive: boolean) {
    const fileSystem = memoryFileSystem({
      [`${SKILL}/SKILL.md`]: skillText("pdf"),
      [`${SKILL}/refs/x`]: "public",
      "/etc/x": "SECRET",
    });
    const snapshot = await discoverIn(fileSystem);
    fileSystem.tellsOwnPath = tellsOwnPath;
    let call = 0;
    fileSystem.before = () => {
      fileSystem.swap(`${SKILL}/refs`, isOutside(call) ? "/etc" : undefined);
      call += 1;
    };
    if (naive) return naiveRead(fileSystem, `${SKILL}/refs/x`);
    return readSkillResource({ snapshot, name: "pdf", path: "refs/x" }).then(
      ({ text }) => text,
      () => undefined,
    );
  }

  const patterns: Schedule[] = Array.from(
    { length: 1024 },
    (_, pattern) => (call) => ((pattern >> (call % 10)) & 1) === 1,
  );
  const thereAndBack: Schedule[] = Array.from({ length: 20 }, (_, start) =>
    Array.from(
      { length: 12 },
      (__, length): Schedule =>
        (call) =>
          call >= start && call < start + length,
    ),
  ).flat();

  test("a naive reader leaks", async () => {
    const texts = await Promise.all(patterns.map((pattern) => race(pattern, true, true)));
    expect(texts.filter((text) => text === "SECRET").length).toBeGreaterThan(100);
    const swapped = await Promise.all(thereAndBack.map((schedule) => race(schedule, true, true)));
    expect(swapped).toContain("SECRET");
  });

  test("ours doesn't at any pattern of swaps, where the system tells an opened file's path", async () => {
    const texts = await Promise.all(patterns.map((pattern) => race(pattern, true, false)));
    expect(new Set(texts)).toEqual(new Set(["public", undefined]));
  });

  test("nor at any swap there and back where it doesn't", async () => {
    const texts = await Promise.all(thereAndBack.map((schedule) => race(schedule, false, false)));
    expect(new Set(texts)).toEqual(new Set(["public", undefined]));
  });
});

describe("the skill's own directory", () => {
  test("moved away, or swapped for a link, is noticed", async () => {
    const { fileSystem, snapshot } = await setUp();
    fileSystem.swap(SKILL, "/w/.agents/skills/pdf-secret");
    for (const path of ["key", "SKILL.md"]) {
      const read = readSkillResource({ snapshot, name: "pdf", path });
      await expect(read).rejects.toMatchObject({ code: "skill_changed" });
    }
    await expect(loadSkillBody({ snapshot, name: "pdf" })).rejects.toMatchObject({
      code: "skill_changed",
    });
    fileSystem.swap(SKILL, undefined);
    fileSystem.move(SKILL, "/w/moved");
    await expect(loadSkillBody({ snapshot, name: "pdf" })).rejects.toMatchObject({
      code: "skill_changed",
    });
  });
});
