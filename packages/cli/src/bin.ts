#!/usr/bin/env node
// The version is answered before anything is loaded: it is what scripts ask most often.
const [, , first] = process.argv;
if (process.argv.length === 3 && (first === "--version" || first === "-V")) {
  const { readFileSync, writeSync } = await import("node:fs");
  const manifest = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as {
    version: string;
  };
  // Setting up process.stdout takes longer than everything else here.
  writeSync(1, `${manifest.version}\n`);
} else {
  const { runProcess } = await import("./run-process.ts");
  await runProcess();
}

export {};
