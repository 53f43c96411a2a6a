import { readFileSync, writeSync } from "node:fs";
import { userHome } from "./config/homes.ts";
import { main } from "./main.ts";

/** Runs the command line of this process; leaves the exit code to the event loop's end. */
export async function runProcess(): Promise<void> {
  // A reader that went away (`alisio ... | head`) is not an error of ours.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
      writeSync(2, `alisio: the output can't be written (${error.code ?? error.message})\n`);
      process.exit(2);
    });
  }
  const manifest = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as { version: string };
  process.exitCode = await main(process.argv.slice(2), manifest.version, {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    environment: process.env,
    workingDirectory: process.cwd(),
    homeDirectory: userHome(process.env),
    isTerminal: process.stdout.isTTY === true,
    isErrorTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns,
    now: Date.now,
  });
}
