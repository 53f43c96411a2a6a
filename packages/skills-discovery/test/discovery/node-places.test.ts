import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { discoverSkills, readPlugins } from "../../src/node.ts";
import { skillText } from "../support/skills.ts";
import { temporaryDirectory, writeTree } from "../support/temporary.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const project = (snapshot: Awaited<ReturnType<typeof discoverSkills>>): string[] =>
  snapshot.roots.filter(({ scope }) => scope === "project").map(({ path: shown }) => shown);
const user = (snapshot: Awaited<ReturnType<typeof discoverSkills>>): string[] =>
  snapshot.roots.filter(({ scope }) => scope === "user").map(({ path: shown }) => shown);

describe("discoverSkills of ./node", () => {
  test("one call with a working directory finds the user's skills, and says that the project's wait for trust", async () => {
    const place = temporaryDirectory();
    writeTree(place, {
      "home/.agents/skills/mine/SKILL.md": skillText("mine"),
      "w/.git/HEAD": "",
      "w/.agents/skills/theirs/SKILL.md": skillText("theirs"),
    });
    vi.stubEnv("HOME", path.join(place, "home"));
    const cwd = path.join(place, "w");
    const snapshot = await discoverSkills({ cwd });
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["mine"]);
    expect(snapshot.roots[0]).toMatchObject({ reason: "untrusted" });
    const trusted = await discoverSkills({ cwd, trustProject: true });
    expect(trusted.skills.map(({ name }) => name)).toEqual(["theirs", "mine"]);
  });

  test("the workspace root is the nearest ancestor with a .git, a file too, else the directory itself", async () => {
    const place = temporaryDirectory();
    writeTree(place, { "w/.git": "gitdir: x", "w/a/b/x": "", "lone/a/x": "" });
    expect(project(await discoverSkills({ cwd: path.join(place, "w/a/b") }))).toContain(
      ".agents/skills",
    );
    expect(project(await discoverSkills({ cwd: path.join(place, "w/a/b") }))[0]).toBe(
      "a/b/.agents/skills",
    );
    const workspaceRoot = path.join(place, "w/a");
    expect(
      project(await discoverSkills({ cwd: path.join(place, "w/a/b"), workspaceRoot }))[0],
    ).toBe("b/.agents/skills");
  });

  test("a working directory that is a link is taken by what it really is", async () => {
    const place = temporaryDirectory();
    writeTree(place, { "real/.git/x": "", "real/a/.agents/skills/s/SKILL.md": skillText("s") });
    fs.symlinkSync("real/a", path.join(place, "link"));
    const snapshot = await discoverSkills({ cwd: path.join(place, "link"), trustProject: true });
    expect(snapshot.skills.map(({ path: shown }) => shown)).toContain(
      "a/.agents/skills/s/SKILL.md",
    );
  });

  test.each([
    [{ ALISIO_CONFIG_HOME: "/own", XDG_CONFIG_HOME: "/xdg" }, "/own/skills"],
    [{ ALISIO_CONFIG_HOME: "", XDG_CONFIG_HOME: "/xdg" }, "/xdg/alisio/skills"],
    [{ ALISIO_CONFIG_HOME: "", XDG_CONFIG_HOME: "relative" }, "~/.config/alisio/skills"],
    [{ ALISIO_CONFIG_HOME: "", XDG_CONFIG_HOME: "" }, "~/.config/alisio/skills"],
    [{ ALISIO_CONFIG_HOME: "relative", XDG_CONFIG_HOME: "/xdg" }, "/xdg/alisio/skills"],
    [{ ALISIO_CONFIG_HOME: ".", XDG_CONFIG_HOME: "." }, "~/.config/alisio/skills"],
    [{ ALISIO_CONFIG_HOME: "~/own", XDG_CONFIG_HOME: "/xdg" }, "~/own/skills"],
    [{ ALISIO_CONFIG_HOME: "~other/own", XDG_CONFIG_HOME: "~/xdg" }, "~/.config/alisio/skills"],
  ])("the configuration home with %j", async (environment, expected) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const cwd = temporaryDirectory();
    expect(user(await discoverSkills({ cwd }))).toEqual(["~/.agents/skills", expected]);
  });

  test.each(["", ".", "relative", "~"])(
    "a project is never the home, with HOME=%j",
    async (home) => {
      const cwd = temporaryDirectory();
      writeTree(cwd, {
        ".agents/skills/planted/SKILL.md": skillText("planted"),
        ".config/alisio/skills/planted/SKILL.md": skillText("planted"),
        "relative/.agents/skills/planted/SKILL.md": skillText("planted"),
        "~/.agents/skills/planted/SKILL.md": skillText("planted"),
      });
      vi.stubEnv("HOME", home);
      vi.stubEnv("ALISIO_CONFIG_HOME", "");
      vi.stubEnv("XDG_CONFIG_HOME", "");
      const before = process.cwd();
      process.chdir(cwd);
      try {
        const snapshot = await discoverSkills();
        expect(user(snapshot)).toEqual(["~/.agents/skills", "~/.config/alisio/skills"]);
        expect(snapshot.skills.map(({ name }) => name)).not.toContain("planted");
        const real = os.userInfo().homedir;
        const inHome = await discoverSkills({ configRoots: [path.join(real, "none")] });
        expect(inHome.roots.map(({ path: shown }) => shown)).toContain("~/none");
      } finally {
        process.chdir(before);
      }
    },
  );

  test.each([
    { homeDirectory: "" },
    { homeDirectory: "." },
    { homeDirectory: "~" },
    { configHome: "" },
    { configHome: "relative" },
  ])("%j is refused", async (places) => {
    const discover = discoverSkills({ cwd: temporaryDirectory(), ...places });
    await expect(discover).rejects.toMatchObject({ code: "invalid_option" });
  });

  test("configured roots are taken from the working directory and the home", async () => {
    const place = temporaryDirectory();
    writeTree(place, {
      "w/x": "",
      "extra/a/SKILL.md": skillText("a"),
      "home/mine/b/SKILL.md": skillText("b"),
    });
    const snapshot = await discoverSkills({
      cwd: path.join(place, "w"),
      homeDirectory: path.join(place, "home"),
      configRoots: ["../extra", "~/mine", "~"],
    });
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(
      snapshot.roots.filter(({ scope }) => scope === "config").map(({ path: shown }) => shown),
    ).toEqual([path.join(place, "extra"), "~/mine", "~"]);
  });

  test.each([
    ["a working directory that isn't there", { cwd: "/nowhere/at/all" }],
    ["a file for one", { cwd: new URL(import.meta.url).pathname }],
    ["a workspace root beside it", { workspaceRoot: "/proc" }],
  ])("refuses %s", async (_, options) => {
    const discover = discoverSkills({ cwd: temporaryDirectory(), ...options });
    await expect(discover).rejects.toMatchObject({ code: "invalid_option" });
  });
});

describe("readPlugins", () => {
  const manifest = (value: unknown): string => JSON.stringify(value);

  test("gives each plugin's roots, for discovery", async () => {
    const place = temporaryDirectory();
    writeTree(place, {
      "vercel/alisio-plugin.json": manifest({
        schemaVersion: 1,
        id: "vercel",
        skills: ["skills", "./more/"],
      }),
      "vercel/skills/nextjs/SKILL.md": skillText("nextjs"),
      "bare/alisio-plugin.json": manifest({ schemaVersion: 1, id: "bare" }),
    });
    const directories = [path.join(place, "vercel"), path.join(place, "bare")];
    const { plugins, diagnostics } = readPlugins({ directories });
    expect(diagnostics).toEqual([]);
    expect(plugins).toEqual([
      { id: "vercel", roots: [path.join(place, "vercel/skills"), path.join(place, "vercel/more")] },
      { id: "bare", roots: [] },
    ]);
    const snapshot = await discoverSkills({
      cwd: place,
      homeDirectory: place,
      configHome: place,
      plugins,
    });
    expect(snapshot.skills.map(({ displayName }) => displayName)).toEqual(["vercel:nextjs"]);
  });

  test.each([
    ["nothing there", undefined, "plugin.unreadable"],
    ["no JSON", "{", "plugin.invalid"],
    ["no object", "[]", "plugin.invalid"],
    ["an unknown key", manifest({ schemaVersion: 1, id: "x", extra: 1 }), "plugin.invalid"],
    ["a prototype's key", '{"schemaVersion":1,"id":"x","__proto__":{}}', "plugin.invalid"],
    ["another version", manifest({ schemaVersion: 2, id: "x" }), "plugin.invalid"],
    ["no id", manifest({ schemaVersion: 1 }), "plugin.invalid"],
    ["an unfit id", manifest({ schemaVersion: 1, id: "a:b" }), "plugin.invalid"],
    ["a scope's name for an id", manifest({ schemaVersion: 1, id: "user" }), "plugin.invalid"],
    [
      "skills that are no list",
      manifest({ schemaVersion: 1, id: "x", skills: "a" }),
      "plugin.invalid",
    ],
    [
      "a path that is no text",
      manifest({ schemaVersion: 1, id: "x", skills: [1] }),
      "plugin.invalid",
    ],
    [
      "a path out of it",
      manifest({ schemaVersion: 1, id: "x", skills: ["../y"] }),
      "plugin.path-outside",
    ],
    [
      "an absolute path",
      manifest({ schemaVersion: 1, id: "x", skills: ["/etc"] }),
      "plugin.path-outside",
    ],
    [
      "a link out of it",
      manifest({ schemaVersion: 1, id: "x", skills: ["link"] }),
      "plugin.path-outside",
    ],
    [
      "too large a file",
      `${manifest({ schemaVersion: 1, id: "x" })}${" ".repeat(70_000)}`,
      "plugin.unreadable",
    ],
  ])("%s is told, and keeps only that plugin out", (_, text, code) => {
    const place = temporaryDirectory();
    writeTree(place, {
      "good/alisio-plugin.json": manifest({ schemaVersion: 1, id: "good" }),
      "bad/x": "",
    });
    fs.symlinkSync("/etc", path.join(place, "bad/link"));
    if (text !== undefined) writeTree(place, { "bad/alisio-plugin.json": text });
    const directories = [path.join(place, "bad"), path.join(place, "good")];
    const { plugins, diagnostics } = readPlugins({ directories, homeDirectory: place });
    expect(plugins.map(({ id }) => id)).toEqual(["good"]);
    expect(diagnostics).toMatchObject([
      { code, severity: "error", path: "~/bad/alisio-plugin.json" },
    ]);
  });

  test("of two with one id the second is left out", () => {
    const place = temporaryDirectory();
    const text = manifest({ schemaVersion: 1, id: "x" });
    writeTree(place, { "a/alisio-plugin.json": text, "b/alisio-plugin.json": text });
    const { plugins, diagnostics } = readPlugins({
      directories: [path.join(place, "a"), path.join(place, "b")],
    });
    expect(plugins).toHaveLength(1);
    expect(diagnostics.map(({ code }) => code)).toEqual(["plugin.invalid"]);
  });
});
