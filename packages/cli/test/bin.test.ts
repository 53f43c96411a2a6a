import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAlisio } from "./tmux/build-alisio.ts";

const directory = mkdtempSync(join(tmpdir(), "alisio-bin-"));
let bin = "";

describe.skipIf(!existsSync("/dev/full"))("a program whose output can't be written", () => {
  beforeAll(async () => {
    bin = await buildAlisio(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const shell = (line: string) => {
    const script = line.replaceAll("alisio", '"$NODE" "$BIN"');
    const env = { PATH: process.env["PATH"], HOME: directory, NODE: process.execPath, BIN: bin };
    const { status, stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", script], {
      env,
      cwd: directory,
    });
    return { status, stdout: stdout.toString(), stderr: stderr.toString() };
  };

  const noRoom = "alisio: the output can't be written (ENOSPC)\n";

  it.each([
    ["alisio --version > /dev/full", 2, noRoom],
    ["alisio --help > /dev/full", 2, noRoom],
    ["alisio doctor --json > /dev/full", 2, noRoom],
    ["alisio doctor > /dev/full 2> /dev/full", 2, ""],
    ["alisio doctor --nonsense 2> /dev/full", 2, ""],
    // The reader has gone before anything is written.
    ["{ sleep 0.3; alisio --version; } | exec true", 0, ""],
    ["{ sleep 0.3; alisio doctor; } | exec true", 0, ""],
  ])("%s", (line, status, stderr) => {
    expect(shell(line)).toEqual({ status, stdout: "", stderr });
  });

  it("says so where its directory is gone", () => {
    expect(shell("mkdir gone && cd gone && rmdir ../gone && alisio doctor")).toEqual({
      status: 2,
      stdout: "",
      stderr: "alisio: the current directory is gone; go to one that is there\n",
    });
  });

  it("says its version where it can", () => {
    expect(shell("alisio --version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
