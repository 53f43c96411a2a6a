import { expect, test } from "vitest";
import { SkillsDiscoveryError } from "../../src/index.ts";
import { checkResourcePath } from "../../src/internal/resource-path.ts";

test.each([
  ["references/guide.md", "references/guide.md"],
  ["./references/guide.md", "references/guide.md"],
  [".hidden/x", ".hidden/x"],
  ["a./b", "a./b"],
  ["a b/c d", "a b/c d"],
  ["..x/y..", "..x/y.."],
  ["1: x.md", "1: x.md"],
  ["notes/a: b.md", "notes/a: b.md"],
  ["1a:b", "1a:b"],
  ["ä:b", "ä:b"],
  ["50%.md", "50%.md"],
  ["5%a", "5%a"],
  ["a".repeat(4096), "a".repeat(4096)],
])("%j names a file inside", (path, inside) => {
  expect(checkResourcePath(path)).toBe(inside);
});

test.each([
  ["", "is empty"],
  ["a".repeat(4097), "is too long"],
  ["a\0b", "has a NUL character"],
  ["/etc/passwd", "is absolute"],
  ["\\etc", "is absolute"],
  ["C:\\x", "begins with a drive letter"],
  ["c:x", "begins with a drive letter"],
  ["file:///etc", "is a URL"],
  ["a+b.c-1:x", "is a URL"],
  ["a\\b", "has a backslash"],
  ["a\\", "has a backslash"],
  ["a%2fb", "is URL-encoded"],
  ["..", "has a segment of dots"],
  ["a/.. /b", "has a segment of dots"],
  ["a/./b", "has a segment of dots"],
  ["a//b", "has an empty segment"],
  ["a/", "has an empty segment"],
  ["a/ /b", "has an empty segment"],
])("%j is refused, and why", (path, fault) => {
  let thrown: unknown;
  try {
    checkResourcePath(path);
  } catch (error) {
    thrown = error;
  }
  if (!SkillsDiscoveryError.isInstance(thrown)) throw new Error("not refused");
  expect(thrown.code).toBe("resource_path_refused");
  expect(thrown.message).toContain(
    `\` ${fault}; name a file inside the skill's directory, such as references/guide.md.`,
  );
});
