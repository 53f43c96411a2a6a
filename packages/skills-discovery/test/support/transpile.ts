import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { packageDirectory } from "./temporary.ts";

/**
 * Writes the package's sources as JavaScript into a directory, so that a test can run them in a
 * process of their own without a build. Dependencies are found through a link.
 */
export function transpileSources(target: string): void {
  const source = path.join(packageDirectory, "src");
  for (const name of fs.readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const { outputText } = ts.transpileModule(fs.readFileSync(path.join(source, name), "utf8"), {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    const file = path.join(target, name.replace(/\.ts$/, ".js"));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, outputText);
  }
  fs.writeFileSync(path.join(target, "package.json"), '{ "type": "module" }');
  fs.symlinkSync(path.join(packageDirectory, "node_modules"), path.join(target, "node_modules"));
}
