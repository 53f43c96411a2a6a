import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as root from "../../src/index.ts";
import * as node from "../../src/node.ts";
import * as overrides from "../../src/overrides.ts";
import * as schemas from "../../src/schemas.ts";
import * as search from "../../src/search.ts";
import { packageDirectory } from "../support/temporary.ts";

const STATIC = /^(?:import|export)\s(?!type\b)(?:[^"';]*?\sfrom\s)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"\s*\)/g;

/** Everything that an entry imports, itself through the package's own files. */
function imported(entry: string, pattern: RegExp): Set<string> {
  const found = new Set<string>();
  const files = [path.join(packageDirectory, "src", entry)];
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = fs.readFileSync(file, "utf8");
    for (const [, name] of text.matchAll(STATIC)) {
      if (name?.startsWith(".")) files.push(path.resolve(path.dirname(file), name));
    }
    for (const [, name] of text.matchAll(pattern)) {
      if (name !== undefined && !name.startsWith(".")) found.add(name);
    }
  }
  return found;
}

describe("what an entry pulls in", () => {
  test.each([
    ["index.ts", [], ["yaml"]],
    ["node.ts", ["node:fs", "node:path"], ["yaml"]],
    ["search.ts", ["minisearch"], []],
    ["overrides.ts", ["jsonc-parser", "node:fs", "node:path"], ["yaml"]],
    ["schemas.ts", ["zod"], []],
  ])("%s: %j at once, %j when needed", (entry, atOnce, later) => {
    expect([...imported(entry, STATIC)].sort()).toEqual(atOnce);
    expect(
      [...imported(entry, DYNAMIC)].filter((name) => name !== "yaml" || later.includes(name)),
    ).toEqual(later.filter((name) => imported(entry, DYNAMIC).has(name)));
  });

  test("only files for Node.js touch its modules", () => {
    const directory = path.join(packageDirectory, "src");
    for (const name of fs.readdirSync(directory, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts") || /^(?:node|set-skill-override|internal\/node-)/.test(name))
        continue;
      expect(fs.readFileSync(path.join(directory, name), "utf8"), name).not.toMatch(
        /["']node:|\bprocess\.|\bBuffer\b/,
      );
    }
  });

  test("no file is over 400 lines", () => {
    const directory = path.join(packageDirectory, "src");
    for (const name of fs.readdirSync(directory, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue;
      expect(
        fs.readFileSync(path.join(directory, name), "utf8").split("\n").length,
        name,
      ).toBeLessThan(400);
    }
  });
});

describe("what an entry exports", () => {
  test.each([
    ["index", root],
    ["node", node],
    ["search", search],
    ["overrides", overrides],
    ["schemas", schemas],
  ])("%s", (_, entry) => {
    expect(Object.keys(entry).sort()).toMatchSnapshot();
  });
});
