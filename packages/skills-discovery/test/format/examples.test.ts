import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { checkSkillLinks } from "../../src/check-skill-links.ts";
import { fixSkill } from "../../src/fix-skill.ts";
import { inspectSkill } from "../../src/inspect-skill.ts";
import { validateSkill } from "../../src/validate-skill.ts";

const FUNCTIONS = { checkSkillLinks, fixSkill, inspectSkill, validateSkill };

/** The example in a file's documentation, with its stated values turned into calls. */
function exampleOf(file: string): string {
  const source = readFileSync(fileURLToPath(new URL(`../../src/${file}`, import.meta.url)), "utf8");
  const block = /```ts\n([\s\S]*?)```/.exec(source)?.[1] ?? "";
  const code = block.replaceAll(/^ \* ?/gm, "");
  return code.replaceAll(/^(.+); \/\/ (.+)$/gm, "check($1, $2);");
}

describe("the examples of the documentation", () => {
  test.each([
    ["inspect-skill.ts", 2],
    ["validate-skill.ts", 2],
    ["fix-skill.ts", 2],
    ["check-skill-links.ts", 2],
  ])("%s", async (file, count) => {
    let checked = 0;
    const check = (actual: unknown, stated: unknown): void => {
      checked += 1;
      expect(actual).toEqual(stated);
    };
    const { outputText } = ts.transpileModule(`async () => {${exampleOf(file)}}`, {
      compilerOptions: { target: ts.ScriptTarget.ES2022 },
    });
    const names = Object.keys(FUNCTIONS);
    const run = new Function("check", ...names, `return ${outputText}`);
    await run(check, ...Object.values(FUNCTIONS))();
    expect(checked).toBe(count);
  });
});
