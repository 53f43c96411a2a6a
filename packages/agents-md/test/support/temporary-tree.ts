import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** What is put at a path: a file's content, a symlink, or an empty directory. */
export type Entry =
  | string
  | Uint8Array
  | { readonly symlink: string }
  | { readonly directory: true };

/** A directory of its own for one test, removed after it. */
export function temporaryTree(entries: Readonly<Record<string, Entry>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "agents-md-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, entry] of Object.entries(entries)) put(join(root, path), entry);
  return root;
}

export function put(path: string, entry: Entry): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof entry === "string" || entry instanceof Uint8Array) writeFileSync(path, entry);
  else if ("symlink" in entry) symlinkSync(entry.symlink, path);
  else mkdirSync(path, { recursive: true });
}

/** Node.js has no call for it. */
export function putFifo(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
}
