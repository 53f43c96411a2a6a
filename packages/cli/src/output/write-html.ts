import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "./neutral.ts";

/**
 * Writes a page to the file that `--html` names and says where, on standard error. The file is there
 * whole or not at all; one that was there before is replaced, anything else is refused.
 */
export async function writeHtml(
  context: CommandContext,
  file: string,
  html: string,
): Promise<void> {
  const path = context.resolvePath(file);
  const shown = neutral(context.showPath(path));
  await refuseOthers(path, shown);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeFile(temporary, html, { flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new CliError(`--html: ${shown} could not be written (${reason}); name another file`);
  }
  context.io.stderr(`alisio: written to ${shown}\n`);
}

async function refuseOthers(path: string, shown: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isFile()) return;
  const what = stats.isDirectory() ? "a directory" : "no ordinary file";
  throw new CliError(`--html: ${shown} is ${what}; name a file, such as report.html`);
}
