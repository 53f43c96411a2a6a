#!/usr/bin/env node
// The version is answered before anything is loaded: it is what scripts ask most often. To import
// node:fs would load streams, and to set up process.stdout takes longer than everything else here.
const [, , first] = process.argv;
let isAnswered = false;
if (process.argv.length === 3 && (first === "--version" || first === "-V")) {
  const { readFileSync, writeSync } = process.getBuiltinModule("node:fs");
  const manifest = JSON.parse(readFileSync(`${import.meta.dirname}/../package.json`, "utf8")) as {
    version: string;
  };
  try {
    writeSync(1, `${manifest.version}\n`);
    isAnswered = true;
  } catch {
    // A full disk, a reader that went away: the program itself knows what to do then.
  }
}
if (!isAnswered) {
  // Read while the command line is: only a hint, so that the word may well mean something else.
  if (process.argv.includes("skills")) import("@alisio/skills-discovery/node").catch(() => {});
  const { runProcess } = await import("./run-process.ts");
  await runProcess();
}

export {};
