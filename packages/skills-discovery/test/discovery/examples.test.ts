import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import * as root from "../../src/index.ts";
import * as node from "../../src/node.ts";
import * as overrides from "../../src/overrides.ts";
import * as search from "../../src/search.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, PLACES, skillText } from "../support/skills.ts";
import { packageDirectory, temporaryDirectory, writeTree } from "../support/temporary.ts";

const sources = path.join(packageDirectory, "src");

/** Code of the examples in a file's documentation, imports left out, stated values as calls. */
function examplesOf(file: string): string[] {
  const source = fs.readFileSync(path.join(sources, file), "utf8");
  return [...source.matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g)].map(([, block = ""]) =>
    block
      .replaceAll(/^ \* ?/gm, "")
      .replaceAll(/^import [^;]+;\n/gm, "")
      .replaceAll(/^(.+); \/\/ (.+)$/gm, "check($1, $2);"),
  );
}

/** Files of this half of the package with an example, and how many values it states. */
const EXAMPLES: readonly (readonly [file: string, values: number])[] = [
  ["build-catalog.ts", 2],
  ["build-integrity-manifest.ts", 1],
  ["build-skill-report.ts", 1],
  ["create-skill-session.ts", 1],
  ["create-skill-tools.ts", 1],
  ["discover-skills.ts", 1],
  ["edit-skill-override.ts", 1],
  ["internal/node-discover.ts", 1],
  ["internal/node-file-system.ts", 1],
  ["internal/node-plugins.ts", 1],
  ["internal/node-set-skill-override.ts", 1],
  ["internal/node-validate-paths.ts", 1],
  ["load-skill-body.ts", 2],
  ["parse-skill-command.ts", 1],
  ["plan-skill-roots.ts", 1],
  ["read-skill-resource.ts", 1],
  ["refresh-skills.ts", 2],
  ["resolve-collisions.ts", 2],
  ["search-skills.ts", 1],
  ["verify-integrity.ts", 1],
];

async function context(): Promise<Record<string, unknown>> {
  const files = {
    "SKILL.md": skillText("pdf", "Fills PDF forms."),
    "references/forms.md": "one\ntwo\n",
  };
  const cwd = temporaryDirectory();
  writeTree(path.join(cwd, ".agents/skills/pdf"), files);
  const fileSystem = memoryFileSystem();
  for (const [name, text] of Object.entries(files))
    fileSystem.write(`/w/.agents/skills/pdf/${name}`, text);
  const snapshot = await discoverIn(fileSystem);
  return {
    snapshot,
    before: snapshot,
    session: root.createSkillSession({ snapshot }),
    manifest: await root.buildIntegrityManifest({ snapshot, name: "pdf" }),
    places: PLACES,
    configHome: temporaryDirectory(),
    log: () => {},
    process: { cwd: () => cwd },
    // Examples leave out what a test has to say: where nothing of this machine is.
    discoverSkills: (options: { fileSystem?: unknown }) =>
      options.fileSystem === undefined
        ? node.discoverSkills({ cwd, ...options, homeDirectory: cwd, configHome: cwd })
        : root.discoverSkills(options as Parameters<typeof root.discoverSkills>[0]),
    validatePaths: (options: object) => node.validatePaths({ cwd, ...options }),
    fileSystem,
  };
}

describe("the examples of the documentation", () => {
  test.each(EXAMPLES)("%s", async (file, values) => {
    let checked = 0;
    const check = (actual: unknown, stated: unknown): void => {
      checked += 1;
      expect(actual).toEqual(stated);
    };
    const scope = { ...root, ...node, ...search, ...overrides, ...(await context()), check };
    for (const example of examplesOf(file)) {
      const { outputText } = ts.transpileModule(`async () => {${example}}`, {
        compilerOptions: { target: ts.ScriptTarget.ES2022 },
      });
      await new Function(...Object.keys(scope), `return ${outputText}`)(...Object.values(scope))();
    }
    expect(checked).toBe(values);
  });

  test("every function that this half exports has one", () => {
    const names = fs.readdirSync(sources, { recursive: true, encoding: "utf8" }) as string[];
    const format = [
      "check-skill-links.ts",
      "fix-skill.ts",
      "inspect-skill.ts",
      "validate-skill.ts",
    ];
    const withExample = names.filter(
      (name) =>
        name.endsWith(".ts") &&
        fs.readFileSync(path.join(sources, name), "utf8").includes("@example"),
    );
    expect(withExample.sort()).toEqual([...EXAMPLES.map(([file]) => file), ...format].sort());
  });
});
