import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROFILES } from "./profiles.ts";

test.each(PROFILES)("the example of %s gives what it says", (name, profile) => {
  const source = readFileSync(new URL(`../../src/profiles/${name}.ts`, import.meta.url), "utf8");
  const [, code = ""] = /@example\n \* ```ts\n(.*?) \* ```/s.exec(source) ?? [];
  const lines = code.split("\n").map((line) => line.replace(/^ \* /, ""));
  const [call = "", result = ""] = lines.join("\n").split("\n// ");
  const run = new Function("profile", `return ${call.replace(/;\s*$/, "")};`);
  const value = new Function(`return ${result};`);
  expect(value()).toHaveLength(1);
  expect(run(profile)).toEqual(value());
});
