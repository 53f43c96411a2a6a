import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { CommandIo } from "../src/io.ts";
import { main } from "../src/main.ts";

/** A throw-away directory with these files (path → text); a path that ends in `/` is a directory. */
export function makeTree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "alisio-cli-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path);
    mkdirSync(path.endsWith("/") ? full : dirname(full), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(full, text);
  }
  return root;
}

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON. */
  readonly json: () => ReturnType<typeof JSON.parse>;
}

/** Runs one command line in `tree/work` (or `cwd`) with the home `tree/home`. */
export async function run(
  tree: string,
  args: readonly string[],
  overrides: Partial<CommandIo> = {},
): Promise<RunResult> {
  let stdout = "";
  let stderr = "";
  const code = await main(args, "0.0.0-test", {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    environment: {},
    workingDirectory: join(tree, "work"),
    homeDirectory: join(tree, "home"),
    isTerminal: false,
    isErrorTerminal: false,
    columns: undefined,
    now: () => Date.UTC(2026, 0, 31, 12),
    ...overrides,
  });
  return { code, stdout, stderr, json: () => JSON.parse(stdout) };
}
