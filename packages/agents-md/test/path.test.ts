import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AbsolutePath,
  climb,
  formatPath,
  parseAbsolute,
  resolveFrom,
  segmentsBelow,
} from "../src/internal/path.ts";

const parsed = (text: string): AbsolutePath => {
  const path = parseAbsolute(text);
  if (path === undefined) throw new Error(`not absolute: ${text}`);
  return path;
};

describe("absolute paths", () => {
  it.each([
    ["/", "/"],
    ["/a//b/./c/../d/", "/a/b/d"],
    ["/../../a", "/a"],
    ["/a\\b/c", "/a\\b/c"],
    ["C:\\repo\\a\\..\\b", "C:/repo/b"],
    ["c:/repo\\x/", "c:/repo/x"],
    ["C:\\", "C:/"],
    ["\\\\server\\share\\repo\\x", "//server/share/repo/x"],
    ["\\\\server\\share", "//server/share/"],
  ])("%s is %s", (text, expected) => {
    expect(formatPath(parsed(text))).toBe(expected);
  });

  it.each(["", "a/b", "./a", "C:", "C:a", "\\a", "\\\\server"])("%j is none", (text) => {
    expect(parseAbsolute(text)).toBeUndefined();
  });
});

describe("paths in a directory", () => {
  it.each([
    ["/repo", "a/b", "/repo/a/b"],
    ["/repo/x", "../y", "/repo/y"],
    ["/repo", "/etc", "/etc"],
    ["/repo", "a\\b", "/repo/a\\b"],
    ["/repo", "..\\..\\etc", "/repo/..\\..\\etc"],
    ["/repo", "C:\\x", "/repo/C:\\x"],
    ["/repo", "C:/x/../y", "/repo/C:/y"],
    ["/repo", "\\\\server\\share", "/repo/\\\\server\\share"],
    ["/", "//a/b", "/a/b"],
    ["C:\\repo", "a\\b/c", "C:/repo/a/b/c"],
    ["C:\\repo", "..\\other", "C:/other"],
    ["C:\\repo", "\\x", "C:/x"],
    ["C:\\repo", "/x/y", "C:/x/y"],
    ["C:\\repo", "D:\\x", "D:/x"],
    ["\\\\s\\h\\repo", "//s/h/repo/x", "//s/h/repo/x"],
    ["C:\\repo", "//server/share/x", "//server/share/x"],
    ["C:\\repo", "//server/share", "//server/share/"],
    ["C:\\repo", "a//s/h/x", "C:/repo/a/s/h/x"],
    ["C:\\repo", "a\\x:y", "C:/repo/a/x:y"],
  ])("%s, %s is %s", (base, text, expected) => {
    const path = resolveFrom(parsed(base), text);
    expect(path && formatPath(path)).toBe(expected);
  });

  it.each(["a\\b", "\\x", "/x/y", "D:\\x", "//s/h/x"])(
    "%s in a directory of Windows is a path of Windows",
    (text) => {
      expect(resolveFrom(parsed("C:\\repo"), text)?.windows).toBe(true);
    },
  );

  it("means nothing for a drive's own directory", () => {
    expect(resolveFrom(parsed("C:\\repo"), "D:x")).toBeUndefined();
  });
});

describe("containment", () => {
  it.each([
    ["/srv/project", "/srv/project", []],
    ["/srv/project", "/srv/project/a/b", ["a", "b"]],
    ["/srv/project", "/srv/project-sibling/a", undefined],
    ["/srv/project", "/srv", undefined],
    ["/srv/project", "/SRV/project/a", undefined],
    ["/", "/a", ["a"]],
    ["C:\\Repo", "c:\\repo\\A", ["A"]],
    ["C:\\repo", "C:\\repo-sibling\\a", undefined],
    ["C:\\repo", "D:\\repo\\a", undefined],
    ["C:\\repo", "/repo/a", undefined],
    ["\\\\server\\share\\repo", "\\\\SERVER\\share\\repo\\a", ["a"]],
    ["\\\\server\\share", "\\\\server\\share2\\a", undefined],
  ])("%s, %s: %j", (root, path, expected) => {
    expect(segmentsBelow(parsed(root), parsed(path))).toEqual(expected);
  });

  const name = fc.stringMatching(/^[a-z.]{1,3}$/);
  it.each([
    ["posix", posix, "/", "/"],
    ["win32", win32, "C:\\", "\\"],
  ] as const)("agrees with path.%s.relative", (_name, native, prefix, separator) => {
    let inside = 0;
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 4 }),
        fc.array(name, { maxLength: 5 }),
        (one, two) => {
          const root = native.resolve(prefix, ...one);
          const path = native.resolve(prefix, ...two);
          const relative = native.relative(root, path);
          const outside = relative === ".." || relative.startsWith(`..${separator}`);
          const below = segmentsBelow(parsed(root), parsed(path));
          expect(below?.join(separator)).toBe(outside ? undefined : relative);
          if (!outside && one.length > 0 && two.length > one.length) inside += 1;
        },
      ),
      { examples: [[["a"], ["a", "b"]]] },
    );
    expect(inside).toBeGreaterThan(0);
  });
});

describe("the way up", () => {
  it.each([
    ["/repo", "/repo", "."],
    ["/repo/a/b", "/repo", "../.."],
    ["/a", "/", ".."],
  ])("from %s to %s is %s", (from, to, expected) => {
    expect(climb(parsed(from), parsed(to))).toBe(expected);
  });
});
