import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { setSkillOverride } from "../../src/overrides.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";
import { temporaryDirectory, writeTree } from "../support/temporary.ts";
import { transpileSources } from "../support/transpile.ts";

const project = (workspaceRoot: string, value: "on" | "off" | null = "off") =>
  setSkillOverride({ target: "project", workspaceRoot, trustProject: true, name: "pdf", value });

function configOf(workspace: string): string {
  return fs.readFileSync(path.join(workspace, ".alisio/config.json"), "utf8");
}

describe("setSkillOverride", () => {
  test("makes the file, and keeps what is in one", async () => {
    const workspace = temporaryDirectory();
    const result = await project(workspace);
    expect(result).toEqual({
      path: path.join(workspace, ".alisio/config.json"),
      changed: true,
      diagnostics: [],
    });
    expect(JSON.parse(configOf(workspace))).toEqual({ skillOverrides: { pdf: "off" } });
    expect(fs.readdirSync(path.join(workspace, ".alisio"))).toEqual(["config.json"]);
    expect((await project(workspace)).changed).toBe(false);
    await project(workspace, null);
    expect(JSON.parse(configOf(workspace))).toEqual({ skillOverrides: {} });
  });

  test("writes the user's file without asking for trust", async () => {
    const configHome = path.join(temporaryDirectory(), "config/alisio");
    await setSkillOverride({ target: "user", configHome, name: "pdf", value: "manual" });
    const text = fs.readFileSync(path.join(configHome, "config.json"), "utf8");
    expect(JSON.parse(text).skillOverrides).toEqual({ pdf: "manual" });
  });

  test("without trust nothing is read and nothing written", async () => {
    const workspaceRoot = temporaryDirectory();
    writeTree(workspaceRoot, { ".alisio/config.json": "{ not even JSON" });
    const set = setSkillOverride({
      target: "project",
      workspaceRoot,
      trustProject: false,
      name: "pdf",
      value: "off",
    });
    await expect(set).rejects.toMatchObject({ code: "project_untrusted" });
    expect(configOf(workspaceRoot)).toBe("{ not even JSON");
  });

  test("a file that isn't JSON, isn't UTF-8 or is a directory is left alone and told", async () => {
    for (const spoil of [
      (file: string) => fs.writeFileSync(file, "{ nope"),
      (file: string) => fs.writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
      (file: string) => fs.mkdirSync(file),
    ]) {
      const workspace = temporaryDirectory();
      const file = path.join(workspace, ".alisio/config.json");
      fs.mkdirSync(path.dirname(file));
      spoil(file);
      const { changed, diagnostics } = await project(workspace);
      expect(changed).toBe(false);
      expect(diagnostics).toHaveLength(1);
      expect(fs.readdirSync(path.dirname(file))).toEqual(["config.json"]);
    }
  });

  test("keeps the file's mode", async () => {
    const workspace = temporaryDirectory();
    writeTree(workspace, { ".alisio/config.json": "{}" });
    const file = path.join(workspace, ".alisio/config.json");
    for (const mode of [0o600, 0o640, 0o664]) {
      fs.chmodSync(file, mode);
      await project(workspace, "off");
      await project(workspace, "on");
      expect(fs.statSync(file).mode & 0o777).toBe(mode);
    }
  });

  test("a read-only file is left alone", async () => {
    const workspace = temporaryDirectory();
    writeTree(workspace, { ".alisio/config.json": "{}" });
    fs.chmodSync(path.join(workspace, ".alisio/config.json"), 0o444);
    await expect(project(workspace)).rejects.toMatchObject({
      code: "write_failed",
      message: expect.stringContaining("EACCES"),
    });
    expect(configOf(workspace)).toBe("{}");
    expect(fs.readdirSync(path.join(workspace, ".alisio"))).toEqual(["config.json"]);
  });

  test("writes where a link leads, and leaves the link", async () => {
    const home = temporaryDirectory();
    writeTree(home, { "dotfiles/alisio.json": '{ "a": 1 }' });
    fs.mkdirSync(path.join(home, "config"));
    fs.symlinkSync("../dotfiles/alisio.json", path.join(home, "config/config.json"));
    await setSkillOverride({
      target: "user",
      configHome: path.join(home, "config"),
      name: "pdf",
      value: "off",
    });
    expect(fs.lstatSync(path.join(home, "config/config.json")).isSymbolicLink()).toBe(true);
    const text = fs.readFileSync(path.join(home, "dotfiles/alisio.json"), "utf8");
    expect(text).toBe('{ "a": 1, "skillOverrides": { "pdf": "off" } }');
  });

  test("a project's link out of the workspace is neither read nor written", async () => {
    for (const asDirectory of [false, true]) {
      const place = temporaryDirectory();
      writeTree(place, { "w/.keep": "", "victim/config.json": '{ "a": 1 }' });
      if (asDirectory) fs.symlinkSync("../victim", path.join(place, "w/.alisio"));
      else {
        fs.mkdirSync(path.join(place, "w/.alisio"));
        fs.symlinkSync("../../victim/config.json", path.join(place, "w/.alisio/config.json"));
      }
      const { changed, diagnostics } = await project(path.join(place, "w"));
      expect(changed).toBe(false);
      expect(diagnostics.map(({ code }) => code)).toEqual(["config.link-outside"]);
      expect(fs.readFileSync(path.join(place, "victim/config.json"), "utf8")).toBe('{ "a": 1 }');
      expect(fs.readdirSync(path.join(place, "victim"))).toEqual(["config.json"]);
    }
  });

  test("a link to nothing is told", async () => {
    const workspace = temporaryDirectory();
    fs.symlinkSync("nowhere", path.join(workspace, ".alisio"));
    const { changed, diagnostics } = await project(workspace);
    expect(changed).toBe(false);
    expect(diagnostics.map(({ code }) => code)).toEqual(["config.unreadable"]);
  });

  test("many at once lose nothing", async () => {
    const workspaceRoot = temporaryDirectory();
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
    await Promise.all(
      names.map((name) =>
        setSkillOverride({
          target: "project",
          workspaceRoot,
          trustProject: true,
          name,
          value: "off",
        }),
      ),
    );
    expect(Object.keys(JSON.parse(configOf(workspaceRoot)).skillOverrides).sort()).toEqual(
      names.sort(),
    );
  });

  test("removes what killed writers left, at once, and nothing else", async () => {
    const workspace = temporaryDirectory();
    const directory = path.join(workspace, ".alisio");
    const dead = deadProcess();
    const leftovers = [
      `.config.json.${dead}-0123456789ab.tmp`,
      `.config.json.${dead}-ffffffffffff.tmp`,
    ];
    const others = [
      `.config.json.${process.pid}-0123456789ab.tmp`,
      `.config.json.${process.ppid}-0123456789ab.tmp`,
      `.config.json.${dead}-fresh0123456.tmp`,
      `.config.json.${dead}-0123456789AB.tmp`,
      `.config.json.${dead}-0123456789abc.tmp`,
      `.config.json.${dead}-0123456789ab.tmp~`,
      `.config.json.0${dead}-0123456789ab.tmp`,
      `config.json.${dead}-0123456789ab.tmp`,
      `.other.json.${dead}-0123456789ab.tmp`,
      ".config.json.0-0123456789ab.tmp",
      ".config.json.9999999999-0123456789ab.tmp",
      ".config.json.tmp",
      "x.tmp",
    ];
    writeTree(directory, Object.fromEntries([...leftovers, ...others].map((name) => [name, ""])));
    const folder = `.config.json.${dead}-00000000000d.tmp`;
    const link = `.config.json.${dead}-00000000000e.tmp`;
    fs.mkdirSync(path.join(directory, folder));
    fs.symlinkSync("x.tmp", path.join(directory, link));
    expect((await project(workspace)).changed).toBe(true);
    expect(fs.readdirSync(directory).sort()).toEqual(
      ["config.json", ...others, folder, link].sort(),
    );
  });

  test("with a snapshot, unknown names and plugins' skills are refused", async () => {
    const workspaceRoot = temporaryDirectory();
    const fileSystem = memoryFileSystem({
      "/w/.agents/skills/pdf/SKILL.md": skillText("pdf"),
      "/opt/v/pdf/SKILL.md": skillText("pdf"),
      "/opt/v/nextjs/SKILL.md": skillText("nextjs"),
    });
    const snapshot = await discoverIn(fileSystem, {
      plugins: [{ id: "vercel", roots: ["/opt/v"] }],
    });
    const set = (name: string) =>
      setSkillOverride({
        target: "project",
        workspaceRoot,
        trustProject: true,
        name,
        value: "off",
        snapshot,
      });
    await expect(set("nextjs")).rejects.toMatchObject({ code: "plugin_skill_locked" });
    await expect(set("vercel:nextjs")).rejects.toMatchObject({ code: "plugin_skill_locked" });
    await expect(set("pfd")).rejects.toMatchObject({ code: "unknown_skill" });
    expect((await set("pdf")).changed).toBe(true);
  });

  test.each([{ workspaceRoot: "relative" }, { workspaceRoot: "" }])(
    "%j is refused",
    async (place) => {
      const set = setSkillOverride({
        target: "project",
        trustProject: true,
        name: "pdf",
        value: "off",
        ...place,
      });
      await expect(set).rejects.toMatchObject({ code: "invalid_option" });
    },
  );
});

/** The number of a process that has ended. */
function deadProcess(): string {
  return execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).trim();
}

describe("a writer that is killed", () => {
  const writer = fileURLToPath(new URL("../support/override-writer.mjs", import.meta.url));
  const padding = "x".repeat(200_000);
  const versions = ["on", "off"].map((value) =>
    JSON.stringify({ padding, skillOverrides: { pdf: value } }),
  );

  /** Lets a writer work, looks at the file meanwhile, kills it, looks again. */
  async function killAfter(
    sources: string,
    workspace: string,
    manner: string,
    delayMs: number,
  ): Promise<{ torn: number; looks: number }> {
    const child = spawn(process.execPath, [writer, sources, workspace, manner], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    let torn = 0;
    let looks = 0;
    const look = (): void => {
      looks += 1;
      const text = fs.readFileSync(path.join(workspace, ".alisio/config.json"), "utf8");
      if (!versions.includes(text)) torn += 1;
    };
    const end = performance.now() + delayMs;
    do {
      look();
      await new Promise((resolve) => setImmediate(resolve));
    } while (performance.now() < end);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    look();
    return { torn, looks };
  }

  test("leaves the old file or the new one, at whatever moment", async () => {
    const place = temporaryDirectory();
    const sources = path.join(place, "sources");
    transpileSources(sources);
    const [first] = versions as [string];
    writeTree(place, { "w/.alisio/config.json": first });
    const workspace = path.join(place, "w");
    let looks = 0;
    for (let kill = 0; kill < 30; kill += 1) {
      const result = await killAfter(sources, workspace, "ours", kill * 1.7);
      expect(result.torn).toBe(0);
      looks += result.looks;
    }
    expect(looks).toBeGreaterThan(100);
    await project(workspace, "on");
    await project(workspace, "off");
    expect(fs.readdirSync(path.join(workspace, ".alisio"))).toEqual(["config.json"]);
    // What the test looks for does happen to a file that is simply written.
    let torn = 0;
    for (let kill = 0; torn === 0 && kill < 40; kill += 1) {
      fs.writeFileSync(path.join(workspace, ".alisio/config.json"), first);
      torn += (await killAfter(sources, workspace, "naive", 50)).torn;
    }
    expect(torn).toBeGreaterThan(0);
  });
});
