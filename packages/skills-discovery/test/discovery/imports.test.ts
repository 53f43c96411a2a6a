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
/** Outside every function. */
const BUILTIN = /^(?:export )?const .*\bgetBuiltinModule\("([^"]+)"\)/gm;
const DYNAMIC = /(?<!typeof )\bimport\(\s*"([^"]+)"\s*\)/g;

/** The modules that an entry imports by the given forms, through the package's own files. */
function imported(entry: string, forms: readonly RegExp[]): string[] {
  const modules = new Set<string>();
  const files = [path.join(packageDirectory, "src", entry)];
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = fs.readFileSync(file, "utf8");
    for (const form of forms) {
      for (const [, name = ""] of text.matchAll(form)) {
        if (name.startsWith(".")) files.push(path.resolve(path.dirname(file), name));
        else modules.add(name);
      }
    }
  }
  return [...modules].sort();
}

describe("what an entry pulls in", () => {
  test.each([
    ["index.ts", [], ["yaml"]],
    ["node.ts", ["node:fs", "node:path"], ["yaml"]],
    ["search.ts", ["minisearch"], []],
    ["overrides.ts", ["jsonc-parser", "node:fs", "node:path"], []],
    ["schemas.ts", ["zod"], []],
  ])("%s: %j at once, and %j when it is needed", (entry, atOnce, later) => {
    expect(imported(entry, [STATIC, BUILTIN])).toEqual(atOnce);
    const all = imported(entry, [STATIC, BUILTIN, DYNAMIC]);
    expect(all.filter((name) => name === "yaml")).toEqual(later);
    expect(all.filter((name) => name !== "yaml")).toEqual(atOnce);
  });

  test("discovery where there is no skill loads nothing that judges one", () => {
    const files = new Set<string>();
    const queue = [path.join(packageDirectory, "src/node.ts")];
    for (const file of queue) {
      if (files.has(file)) continue;
      files.add(file);
      for (const [, name = ""] of fs.readFileSync(file, "utf8").matchAll(STATIC)) {
        if (name.startsWith(".")) queue.push(path.resolve(path.dirname(file), name));
      }
    }
    const names = [...files].map((file) => path.basename(file));
    expect(names).toContain("walk-root.ts");
    expect(names).not.toContain("inspect-skill.ts");
    expect(names.filter((name) => /^(?:yaml|check|repair)-/.test(name))).toEqual([]);
  });

  test("only files for Node.js touch its modules", () => {
    const directory = path.join(packageDirectory, "src");
    for (const name of fs.readdirSync(directory, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts") || /^(?:node\.ts$|internal\/node-)/.test(name)) continue;
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
