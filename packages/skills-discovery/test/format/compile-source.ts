import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

/** The package's source as JavaScript, for a process of its own. */
export interface CompiledSource {
  /** Address of a module of `src`, named without its extension. */
  readonly urlOf: (module: string) => string;
  readonly remove: () => void;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Strips the types into a temporary directory; nothing has to be built before. */
export function compileSource(): CompiledSource {
  const target = mkdtempSync(join(tmpdir(), "skills-discovery-"));
  const source = join(ROOT, "src");
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const output = join(target, name.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(output), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(join(source, name), "utf8"), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    writeFileSync(output, outputText);
  }
  writeFileSync(join(target, "package.json"), '{ "type": "module" }');
  symlinkSync(join(ROOT, "node_modules"), join(target, "node_modules"), "dir");
  return {
    urlOf: (module) => pathToFileURL(join(target, `${module}.js`)).href,
    remove: () => rmSync(target, { recursive: true, force: true }),
  };
}
