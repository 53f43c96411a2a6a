import { describe, expect, test } from "vitest";
import type { FileKind, FileStat, SkillFileSystem } from "../../src/file-system.ts";
import { openContained, openPlain } from "../../src/internal/open-contained.ts";

type Answer<Value> = Value | Error;

/** What each call answers, one after the other; the last answer is given again. */
interface Script {
  readonly realPath?: readonly Answer<string | undefined>[];
  readonly lstat?: readonly Answer<FileStat | undefined>[];
  readonly openFile?: readonly Answer<"opened" | undefined>[];
  readonly stat?: readonly Answer<FileStat>[];
  readonly ownPath?: readonly (string | undefined)[];
}

const stat = (kind: FileKind, device = 1n, inode = 2n): FileStat => ({
  kind,
  size: 3n,
  modifiedNs: 0n,
  changedNs: 0n,
  device,
  inode,
});
const failing = (code: string): Error => Object.assign(new Error(code), { code });
const FILE = stat("file");
const PATH = "/w/s/link";
const REAL = "/w/s/file";

/** A file system that answers by a script, and counts what is asked of it and left open. */
function scripted(script: Script): {
  readonly fileSystem: SkillFileSystem;
  readonly asked: Record<keyof Script, number>;
  readonly seen: string[];
  open: number;
} {
  const asked = { realPath: 0, lstat: 0, openFile: 0, stat: 0, ownPath: 0 };
  const seen: string[] = [];
  const next = <Value>(name: keyof Script, otherwise: Value): Value => {
    const answers = (script[name] ?? [otherwise]) as readonly Answer<Value>[];
    const answer = answers[Math.min(asked[name], answers.length - 1)];
    asked[name] += 1;
    if (answer instanceof Error) throw answer;
    return answer as Value;
  };
  const tally = { open: 0 };
  const fileSystem: SkillFileSystem = {
    stat: () => undefined,
    readDirectory: () => undefined,
    realPath: (path) => {
      seen.push(`realPath ${path}`);
      return next("realPath", REAL);
    },
    lstat: (path) => {
      seen.push(`lstat ${path}`);
      return next("lstat", FILE);
    },
    openFile: (path) => {
      seen.push(`openFile ${path}`);
      if (next("openFile", "opened") === undefined) return undefined;
      tally.open += 1;
      return {
        stat: () => next("stat", FILE),
        read: () => 0,
        realPath: () => next("ownPath", REAL),
        close: () => {
          tally.open -= 1;
        },
      };
    },
  };
  return {
    fileSystem,
    asked,
    seen,
    get open() {
      return tally.open;
    },
  };
}

describe("a file that has to lie inside", () => {
  test("is opened by its real path, and looked up again once it is open", () => {
    const host = scripted({});
    expect(openContained(host.fileSystem, PATH, "/w/s")).toMatchObject({
      stat: FILE,
      realPath: REAL,
    });
    expect(host.seen).toEqual([
      `realPath ${PATH}`,
      `lstat ${REAL}`,
      `openFile ${REAL}`,
      `realPath ${PATH}`,
      `lstat ${REAL}`,
    ]);
    expect(host.open).toBe(1);
  });

  test("is compared three times where the system doesn't tell its own path", () => {
    const host = scripted({ ownPath: [undefined] });
    expect(openContained(host.fileSystem, PATH, "/w/s")).toHaveProperty("opened");
    expect(host.asked).toMatchObject({ realPath: 4, lstat: 4, openFile: 1 });
  });

  test.each<[string, Script, string]>([
    ["isn't there", { realPath: [undefined] }, "missing"],
    ["is gone before it is looked at", { lstat: [undefined] }, "missing"],
    ["is gone before it is opened", { openFile: [undefined] }, "missing"],
  ])("is not looked for again where it %s", (_case, script, refusal) => {
    const host = scripted(script);
    expect(openContained(host.fileSystem, PATH, "/w/s")).toEqual({ refusal });
    expect(host.asked.realPath).toBe(1);
    expect(host.open).toBe(0);
  });

  const outside = "/w/s-sibling/file";
  const refusals: readonly [string, Script, string][] = [
    ["leads outside", { realPath: [outside] }, "outside"],
    ["became a link", { lstat: [stat("link")] }, "outside"],
    ["is a directory", { lstat: [stat("directory")] }, "not-regular"],
    ["is a device", { lstat: [stat("other")] }, "not-regular"],
    ["was opened as something else", { stat: [stat("other")] }, "not-regular"],
    ["lies outside by its own path", { ownPath: [outside] }, "outside"],
    [
      "leads outside once it is open",
      { realPath: [REAL, outside, REAL, outside, REAL, outside] },
      "outside",
    ],
    [
      "leads nowhere once it is open",
      { realPath: [REAL, undefined, REAL, undefined, REAL, undefined] },
      "outside",
    ],
    ["is on another device", { stat: [stat("file", 9n)] }, "outside"],
    ["is another file", { stat: [stat("file", 1n, 9n)] }, "outside"],
    [
      "is gone once it is open",
      { lstat: [FILE, undefined, FILE, undefined, FILE, undefined] },
      "outside",
    ],
    ["leads to itself", { realPath: [failing("ELOOP")] }, "loop"],
    ["became a link to itself", { openFile: [failing("ELOOP")] }, "loop"],
    ["can't be reached", { realPath: [failing("EACCES")] }, "unreadable"],
    ["can't be opened", { openFile: [failing("EACCES")] }, "unreadable"],
    ["can't be told about", { stat: [failing("EIO")] }, "unreadable"],
    [
      "makes the host fail",
      { lstat: [Object.assign(new Error(), { code: undefined })] },
      "unreadable",
    ],
  ];
  test.each(refusals)("is refused after three looks where it %s", (_case, script, refusal) => {
    const host = scripted(script);
    expect(openContained(host.fileSystem, PATH, "/w/s")).toEqual({ refusal });
    // Once it is open it is looked up more than once.
    expect([host.asked.realPath, host.asked.openFile]).toContain(3);
    expect(host.open).toBe(0);
  });

  test.each<[string, Script]>([
    ["led outside", { realPath: [outside, REAL] }],
    ["was a link", { lstat: [stat("link"), FILE] }],
    ["was another file", { stat: [stat("file", 1n, 9n), FILE] }],
    ["could not be opened", { openFile: [failing("EMFILE"), failing("EMFILE"), "opened"] }],
  ])("is taken when it %s a moment before", (_case, script) => {
    const host = scripted(script);
    expect(openContained(host.fileSystem, PATH, "/w/s")).toMatchObject({ realPath: REAL });
    expect(host.open).toBe(1);
  });

  test.each<[string, Script]>([
    ["the second time", { realPath: [REAL, REAL, outside] }],
    ["the third time", { realPath: [REAL, REAL, REAL, outside] }],
  ])("is refused where it leads outside %s that it is compared", (_case, script) => {
    const host = scripted({ ...script, ownPath: [undefined] });
    expect(openContained(host.fileSystem, PATH, "/w/s")).toEqual({ refusal: "outside" });
    expect(host.open).toBe(0);
  });
});

describe("a file that may lie anywhere", () => {
  test("is only opened", () => {
    const host = scripted({ realPath: ["/elsewhere"], ownPath: ["/other"] });
    expect(openContained(host.fileSystem, PATH, null)).toMatchObject({ realPath: "/elsewhere" });
    expect(host.asked).toMatchObject({ realPath: 1, ownPath: 0 });
  });

  test.each<[string, Script, string | undefined]>([
    ["is there", {}, undefined],
    ["isn't there", { openFile: [undefined] }, "missing"],
    ["is a directory", { stat: [stat("directory")] }, "not-regular"],
    ["can't be opened", { openFile: [failing("ELOOP")] }, "unreadable"],
    ["can't be told about", { stat: [failing("EIO")] }, "unreadable"],
  ])("is opened by the path that it has: it %s", (_case, script, refusal) => {
    const host = scripted(script);
    const result = openPlain(host.fileSystem, REAL);
    expect(host.seen).toEqual([`openFile ${REAL}`]);
    if (refusal === undefined) expect(result).toMatchObject({ stat: FILE, realPath: REAL });
    else expect(result).toEqual({ refusal });
    expect(host.open).toBe(refusal === undefined ? 1 : 0);
  });
});
