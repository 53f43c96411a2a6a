import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { describe, expect, it } from "vitest";
import { userHome } from "../src/config/homes.ts";
import { makeTree, run } from "./helpers.ts";

const entryOf = (
  report: { values: { key: string; value: unknown; from: string }[] },
  key: string,
) => report.values.find((value) => value.key === key);

describe("config check", () => {
  it("shows the documented defaults where there is no file", async () => {
    const tree = makeTree({ "work/.git/": "" });
    const { code, json } = await run(tree, ["config", "check", "--json"]);
    expect(code).toBe(0);
    const report = json();
    expect(report).toMatchObject({
      schemaVersion: 1,
      valid: true,
      trusted: false,
      rootMarker: ".git",
    });
    expect(
      Object.fromEntries(
        report.values.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
      ),
    ).toEqual({
      "provider.type": "openai-compatible",
      "provider.baseURL": "https://api.openai.com/v1",
      "provider.apiKeyEnv": "OPENAI_API_KEY",
      "provider.model": "",
      "provider.contextWindow": null,
      "provider.maxOutputTokens": null,
      "context.claudeMdFallback": false,
      "context.maxBytes": 32768,
      "context.governor": "off",
      "context.policyVersion": null,
      "context.elide.minAgeTurns": 2,
      "context.elide.epochMessages": 32,
      "context.invariants.maxChars": 4000,
      "compaction.auto": true,
      "compaction.threshold": 0.85,
      "compaction.keepTurns": 2,
      skills: [],
      skillOverrides: {},
      "catalog.maxCharacters": null,
      "catalog.maxEntries": null,
      "catalog.pinned": [],
      plugins: [],
    });
  });

  it("later layers win key by key, lists replace, and each value names its file", async () => {
    const tree = makeTree({
      "home/.config/alisio/config.json":
        '{"context": {"maxBytes": 2000, "governor": "shadow"}, "skills": ["mine", "~/other"]}',
      "work/.git/": "",
      "work/.alisio/config.json": '{"context": {"maxBytes": 3000}, "skills": ["tools/skills"]}',
      "work/extra.json": '{"context": {"elide": {"minAgeTurns": 5}}}',
    });
    const report = (
      await run(tree, ["config", "check", "--json", "--config", "extra.json"])
    ).json();
    expect(entryOf(report, "context.maxBytes")).toMatchObject({
      value: 3000,
      from: "project",
      path: ".alisio/config.json",
    });
    expect(entryOf(report, "context.governor")).toMatchObject({
      value: "shadow",
      from: "user",
      path: "~/.config/alisio/config.json",
    });
    expect(entryOf(report, "context.elide.minAgeTurns")).toMatchObject({
      value: 5,
      from: "explicit",
      path: "extra.json",
    });
    expect(entryOf(report, "context.elide.epochMessages")).toMatchObject({
      value: 32,
      from: "default",
    });
    // A project's paths are relative to the workspace root, not to .alisio.
    expect(entryOf(report, "skills")).toMatchObject({ value: ["tools/skills"], from: "project" });
  });

  it("paths of the user's file are relative to it; ~ is expanded", async () => {
    const tree = makeTree({
      "home/.config/alisio/config.json": '{"skills": ["mine", "~/other"]}',
      "work/.git/": "",
    });
    const report = (await run(tree, ["config", "check", "--json"])).json();
    expect(entryOf(report, "skills")?.value).toEqual(["~/.config/alisio/mine", "~/other"]);
  });

  it("an untrusted project's file is not opened, however broken", async () => {
    const tree = makeTree({ "work/.git/": "", "work/.alisio/config.json": "{ broken" });
    const untrusted = await run(tree, ["config", "check"]);
    expect(untrusted.code).toBe(0);
    expect(untrusted.stdout).toContain("left out: the project is not trusted (--trust-project)");
    const trusted = await run(tree, ["config", "check", "--trust-project"]);
    expect(trusted.code).toBe(1);
    expect(trusted.stdout).toMatch(/^\.alisio\/config\.json:1:3: error: not JSON/m);
  });

  it("ALISIO_CONFIG_HOME wins over XDG_CONFIG_HOME; a relative value is ignored", async () => {
    const tree = makeTree({
      "own/config.json": '{"skills": ["own"]}',
      "xdg/alisio/config.json": '{"skills": ["xdg"]}',
      "home/.config/alisio/config.json": '{"skills": ["home"]}',
      "work/.git/": "",
    });
    const from = async (environment: Record<string, string>) =>
      entryOf((await run(tree, ["config", "check", "--json"], { environment })).json(), "skills")
        ?.value;
    const own = join(tree, "own");
    const xdg = join(tree, "xdg");
    expect(await from({ ALISIO_CONFIG_HOME: own, XDG_CONFIG_HOME: xdg })).toEqual([
      join(own, "own"),
    ]);
    expect(await from({ XDG_CONFIG_HOME: xdg })).toEqual([join(xdg, "alisio", "xdg")]);
    expect(await from({ ALISIO_CONFIG_HOME: "../own" })).toEqual(["~/.config/alisio/home"]);
    expect(await from({ XDG_CONFIG_HOME: "xdg" })).toEqual(["~/.config/alisio/home"]);
  });

  it("a project's file that is a link out of the workspace is refused; inside it is fine", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/.alisio/": "",
      "outside.json": '{"skills": ["x"]}',
      "work/real.json": '{"skills": ["x"]}',
    });
    symlinkSync(join(tree, "outside.json"), join(tree, "work/.alisio/config.json"));
    const refused = await run(tree, ["config", "check", "--trust-project", "--json"]);
    expect(refused.code).toBe(1);
    expect(refused.json().problems[0].message).toContain("outside the workspace");
    const inside = makeTree({
      "work/.git/": "",
      "work/.alisio/": "",
      "work/real.json": '{"skills": ["x"]}',
    });
    symlinkSync("../real.json", join(inside, "work/.alisio/config.json"));
    expect((await run(inside, ["config", "check", "--trust-project"])).code).toBe(0);
  });

  it.skipIf(process.platform === "win32")(
    "a FIFO or a directory in its place is a problem, never a hang",
    async () => {
      const tree = makeTree({ "work/.git/": "", "home/.config/alisio/": "", "work/dir.json/": "" });
      execFileSync("mkfifo", [join(tree, "home/.config/alisio/config.json")]);
      const fifo = await run(tree, ["config", "check", "--json"]);
      expect(fifo.json().problems[0]).toMatchObject({ code: "config.unreadable" });
      const directory = await run(tree, ["config", "check", "--json", "--config", "dir.json"]);
      expect(directory.json().problems.map(({ path }: { path: string }) => path)).toContain(
        "dir.json",
      );
    },
  );

  it("a file named by --config has to be there", async () => {
    const tree = makeTree({ "work/.git/": "" });
    const { code, stdout } = await run(tree, ["config", "check", "--config", "none.json"]);
    expect(code).toBe(1);
    expect(stdout).toContain("none.json: error: there is no such file");
  });

  it("other commands end with one line and exit 2 on a wrong file", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "home/.config/alisio/config.json": '{"context": {"maxBytes": 1}, "x": 1}',
    });
    const { code, stdout, stderr } = await run(tree, ["context", "explain", "."]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^alisio: .*config\.json:1:\d+: .*\(and 1 more: alisio config check\)\n$/,
    );
  });
});

describe("the user's home", () => {
  it.each(["", "relative", undefined])("is absolute even where HOME is %j", (HOME) => {
    expect(isAbsolute(userHome({ HOME }))).toBe(true);
  });

  it("is what HOME says", () => {
    expect(userHome({ HOME: "/somewhere" })).toBe("/somewhere");
  });
});
