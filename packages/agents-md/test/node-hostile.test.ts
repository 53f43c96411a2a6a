import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { explainAll, explainPath, resolveInstructions } from "../src/node.ts";
import { codes, statuses } from "./support/tables.ts";
import { put, putFifo, temporaryTree } from "./support/temporary-tree.ts";

const posix = process.platform !== "win32";

describe.runIf(posix)("hostile trees", () => {
  it("never opens a FIFO: nobody writes to it, and nothing waits", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "AGENT.md": "third" });
    mkdirSync(join(top, "AGENTS.override.md"));
    putFifo(join(top, "AGENTS.md"));
    const value = await explainPath({ cwd: top, target: "x" });
    expect(statuses(value)).toEqual(["AGENT.md loaded"]);
    expect(codes(value)).toEqual([
      "file.not-regular AGENTS.override.md",
      "file.not-regular AGENTS.md",
    ]);
  });

  it("passes a socket over", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "AGENT.md": "third" });
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(top, "AGENTS.md"), done));
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
    expect(statuses(await explainPath({ cwd: top, target: "x" }))).toEqual(["AGENT.md loaded"]);
  });

  it("refuses a symlink to a device as one that leads outside", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "AGENTS.md": { symlink: "/dev/zero" } });
    const value = await explainPath({ cwd: top, target: "x" });
    expect(statuses(value)).toEqual(["AGENTS.md refused"]);
  });

  it("passes over a global file that is a device, and reads nothing of it", async () => {
    const top = temporaryTree({
      "r/.git/HEAD": "x",
      "home/AGENTS.md": { symlink: "/dev/zero" },
      "home/AGENTS.override.md": { symlink: "/dev/null" },
    });
    const value = await explainPath({
      cwd: join(top, "r"),
      configHome: join(top, "home"),
      target: "x",
    });
    expect(value.files).toEqual([]);
    expect(codes(value)).toEqual([
      "file.not-regular AGENTS.override.md",
      "file.not-regular AGENTS.md",
    ]);
  });

  it("refuses a file that is reached through a directory symlinked out of the workspace", async () => {
    const top = temporaryTree({
      "r/.git/HEAD": "x",
      "keys/key": "SECRET",
      "r/out": { symlink: "../keys" },
      "r/AGENTS.md": { symlink: "out/key" },
      "r/a/AGENTS.md": { symlink: "../../keys/key" },
    });
    const value = await explainPath({ cwd: join(top, "r"), target: "a/x" });
    expect(statuses(value)).toEqual(["AGENTS.md refused", "a/AGENTS.md refused"]);
    expect(JSON.stringify(value)).not.toContain("SECRET");
  });

  it("takes a symlink whose target lies inside, by an absolute path too", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "docs/rules.md": "rules" });
    put(join(top, "AGENTS.md"), { symlink: join(top, "docs/rules.md") });
    expect((await resolveInstructions({ cwd: top })).files[0]?.content).toBe("rules");
  });

  it("isolates looping and dangling symlinks", async () => {
    const top = temporaryTree({
      ".git/HEAD": "x",
      "AGENTS.md": { symlink: "AGENTS.md" },
      "a/AGENTS.md": { symlink: "../b/AGENTS.md" },
      "b/AGENTS.md": { symlink: "../a/AGENTS.md" },
      "a/c/AGENTS.md": { symlink: "gone.md" },
      "a/c/d/AGENTS.md": "leaf",
    });
    const value = await explainPath({ cwd: top, target: "a/c/d/x" });
    expect(value.files.map(({ status }) => status)).toEqual([
      "unreadable",
      "unreadable",
      "unreadable",
      "loaded",
    ]);
    expect(value.files[0]?.reason).toContain("ELOOP");
    expect(value.files[2]?.reason).toContain("ENOENT");
    expect(JSON.stringify(value)).not.toContain(top);
  });

  it("walks no cycle of symlinked directories, and nothing out of the workspace", async () => {
    const top = temporaryTree({
      "r/.git/AGENTS.md": "never",
      "r/node_modules/p/AGENTS.md": "never",
      "r/.github/AGENTS.md": "dot",
      "r/a/AGENTS.md": "a",
      "r/a/self": { symlink: "." },
      "r/a/up": { symlink: ".." },
      "r/out": { symlink: "../other" },
      "other/AGENTS.md": "never",
    });
    const value = await explainAll({ cwd: join(top, "r") });
    expect(value.directories.map(({ path }) => path)).toEqual([".github", "a"]);
    expect(value.complete).toBe(true);
  });

  it("survives long self-referring paths", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "AGENTS.md": "rules", loop: { symlink: "." } });
    const target = `${"loop/".repeat(30)}x`;
    const value = await explainPath({ cwd: top, target });
    expect(value.target).toBe("x");
    expect(value.files.filter(({ status }) => status === "loaded")).toHaveLength(1);
    const endless = await explainPath({ cwd: top, target: `${"loop/".repeat(3000)}x` });
    expect(endless.budget.usedBytes).toBe(5);
    const absent = await explainPath({ cwd: top, target: `${"a/".repeat(20000)}x` });
    expect(statuses(absent)).toEqual(["AGENTS.md loaded"]);
  });

  it("takes names with control and bidirectional characters", async () => {
    const name = "a\n\u001b[31m\u202eb";
    const top = temporaryTree({ ".git/HEAD": "x", [`${name}/AGENTS.md`]: "rules" });
    const { text, files } = await resolveInstructions({ cwd: join(top, name) });
    expect(files[0]?.path).toBe(`${name}/AGENTS.md`);
    expect(text).toContain("project file: a\\u{a}\\u{1b}[31m\\u{202e}b/AGENTS.md");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("goes past names that are no text", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "AGENTS.md": "rules" });
    const raw = Buffer.concat([Buffer.from(`${top}/`), Buffer.from([0x61, 0xff, 0xfe])]);
    mkdirSync(raw);
    writeFileSync(Buffer.concat([raw, Buffer.from("/AGENTS.md")]), "unreachable");
    expect(readdirSync(top)).toHaveLength(3);
    const value = await explainAll({ cwd: top });
    expect(value.directories.map(({ path }) => path)).toEqual(["."]);
  });

  it("reads no file beyond its limit", async () => {
    const top = temporaryTree({ ".git/HEAD": "x", "AGENTS.md": "" });
    truncateSync(join(top, "AGENTS.md"), 3 * 1024 ** 3);
    const value = await explainPath({ cwd: top, target: "x" });
    expect(statuses(value)).toEqual(["AGENTS.md refused"]);
    writeFileSync(join(top, "AGENTS.md"), "é".repeat(2097152 + 1));
    const { files, diagnostics } = await resolveInstructions({ cwd: top });
    expect(files[0]).toMatchObject({ status: "truncated", bytes: 4194306, loadedBytes: 32768 });
    expect(diagnostics.map(({ code }) => code)).toEqual(["file.read-limit", "budget.truncated"]);
  });
});
