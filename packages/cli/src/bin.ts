#!/usr/bin/env node
// The version is answered before anything is loaded: it is what scripts ask most often.
const [, , first] = process.argv;
if (process.argv.length === 3 && (first === "--version" || first === "-V")) {
  const { readFileSync } = await import("node:fs");
  const manifest = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as {
    version: string;
  };
  process.stdout.write(`${manifest.version}\n`);
} else {
  const { runProcess } = await import("./run-process.ts");
  await runProcess();
}

export {};
