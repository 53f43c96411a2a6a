import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type ValidatePathsOptions, validatePaths } from "../../src/node.ts";
import { skillText } from "../support/skills.ts";
import { temporaryDirectory, writeTree } from "../support/temporary.ts";

async function findings(cwd: string, options: ValidatePathsOptions = {}): Promise<string[]> {
  const { report, unreadable } = await validatePaths({ cwd, ...options });
  return [
    ...report.files.map(
      ({ path: file, diagnostics }) =>
        `${file}: ${diagnostics.map(({ code }) => code).join(", ") || "good"}`,
    ),
    ...unreadable.map(({ path: file, message }) => `! ${file}: ${message}`),
  ];
}

const TREE = {
  "repo/a/SKILL.md": skillText("a"),
  "repo/a/nested/deep/er/than/any/bound/at/all/SKILL.md": skillText("all"),
  "repo/.agents/skills/hidden/SKILL.md": skillText("hidden"),
  "repo/.git/x/SKILL.md": "never",
  "repo/node_modules/x/SKILL.md": "never",
  "repo/bad/SKILL.md": "no frontmatter",
};

describe("what is checked", () => {
  test("in a tree every SKILL.md, nested ones and dot-directories included, .git and node_modules not", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, TREE);
    const { report } = await validatePaths({ cwd, paths: ["repo"] });
    expect(report.files.map(({ path: file, valid }) => `${file} ${valid}`)).toEqual([
      "repo/.agents/skills/hidden/SKILL.md true",
      "repo/a/SKILL.md true",
      "repo/a/nested/deep/er/than/any/bound/at/all/SKILL.md true",
      "repo/bad/SKILL.md false",
    ]);
    expect(report).toMatchObject({ schemaVersion: 1, checked: 4, errors: 1, warnings: 0 });
    expect(report.files.map(({ name }) => name)).toEqual(["hidden", "a", "all", null]);
  });

  test("a skill, a SKILL.md, a root, the working directory, an absolute path, and each file once", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, TREE);
    const one = ["repo/bad/SKILL.md: frontmatter.missing"];
    expect(await findings(cwd, { paths: ["repo/bad"] })).toEqual(one);
    expect(await findings(cwd, { paths: ["repo/bad/SKILL.md"] })).toEqual(one);
    expect(await findings(cwd, { paths: [path.join(cwd, "repo/bad")] })).toEqual(one);
    expect(
      await findings(cwd, { paths: ["repo/bad", "./repo/bad/SKILL.md", "repo/x/../bad"] }),
    ).toEqual(one);
    const here = await findings(path.join(cwd, "repo/bad"), { paths: ["."] });
    expect(here).toEqual(["SKILL.md: frontmatter.missing"]);
    expect(await findings(path.join(cwd, "repo/a"), { paths: ["../bad"] })).toEqual([
      `${cwd}/repo/bad/SKILL.md: frontmatter.missing`,
    ]);
  });

  test("without a path the roots in force: the project's where it is trusted, the user's, the configured", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "w/.agents/skills/.dot/mine/SKILL.md": "x",
      "w/other/SKILL.md": "x",
      "home/.agents/skills/user/SKILL.md": "x",
      "extra/e/SKILL.md": "x",
    });
    const discover = {
      homeDirectory: path.join(cwd, "home"),
      configHome: path.join(cwd, "home/.config/alisio"),
      configRoots: ["../extra", "../none"],
    };
    const w = path.join(cwd, "w");
    const user = [
      `${cwd}/extra/e/SKILL.md: frontmatter.missing`,
      "~/.agents/skills/user/SKILL.md: frontmatter.missing",
      `! ${cwd}/none: There is no such file or directory.`,
    ];
    expect(await findings(w, { discover })).toEqual(user);
    // What is `undefined` counts as left out: these are not the process's places.
    expect(await findings(w, { discover: { ...discover, cwd: undefined } })).toEqual(user);
    const trusted = await findings(w, { discover: { ...discover, trustProject: true } });
    expect(trusted).toEqual([".agents/skills/.dot/mine/SKILL.md: frontmatter.missing", ...user]);
  });

  test("misnamed files, directories and FIFOs in a SKILL.md's place are invalid", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "a/skill.md": skillText("a"),
      "b/SKILL.md/x": "",
      "c/x": "",
      "skill.md/x": "",
    });
    execFileSync("mkfifo", [path.join(cwd, "c/SKILL.md")]);
    const expected = [
      "a/skill.md: file.wrong-case",
      "b/SKILL.md: file.not-regular",
      "c/SKILL.md: file.not-regular",
    ];
    expect(await findings(cwd, { paths: ["."] })).toEqual(expected);
    expect(await findings(cwd, { paths: ["a/skill.md", "c/SKILL.md"] })).toEqual([
      expected[0],
      expected[2],
    ]);
    const { report } = await validatePaths({ cwd, paths: ["."] });
    expect(report.files.every(({ valid }) => !valid)).toBe(true);
    expect(report.errors).toBe(3);
  });

  test("what can't be looked at is told apart from what is wrong", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, { "a/readme.md": "" });
    expect(await findings(cwd, { paths: ["none", "a/readme.md"] })).toEqual([
      "! none: There is no such file or directory.",
      "! a/readme.md: It is neither a directory nor a SKILL.md; name one of them.",
    ]);
  });

  test("a tree of links ends, and takes linked skills once", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "repo/a/SKILL.md": skillText("a"),
      "store/tool/SKILL.md": skillText("tool"),
      "store/tool/below/SKILL.md": "never",
      "store/many/x/SKILL.md": "never",
    });
    fs.symlinkSync("..", path.join(cwd, "repo/a/up"));
    fs.symlinkSync("self", path.join(cwd, "repo/self"));
    fs.symlinkSync("a", path.join(cwd, "repo/alias"));
    fs.symlinkSync("../store/tool", path.join(cwd, "repo/tool"));
    fs.symlinkSync("../store/tool", path.join(cwd, "repo/tool-again"));
    fs.symlinkSync("../store/many", path.join(cwd, "repo/many"));
    fs.mkdirSync(path.join(cwd, "repo/broken"));
    fs.symlinkSync("nowhere", path.join(cwd, "repo/broken/SKILL.md"));
    expect(await findings(cwd, { paths: ["repo"] })).toEqual([
      "repo/a/SKILL.md: good",
      "repo/broken/SKILL.md: file.unreadable",
      "repo/tool/SKILL.md: good",
    ]);
  });

  test("a project root's links out of the workspace are refused there too", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, { "w/.agents/skills/a/x": "", "out/SKILL.md": skillText("a") });
    fs.symlinkSync("../../../../out/SKILL.md", path.join(cwd, "w/.agents/skills/a/SKILL.md"));
    const discover = { trustProject: true, homeDirectory: path.join(cwd, "home"), configHome: cwd };
    const expected = [".agents/skills/a/SKILL.md: file.link-outside"];
    expect(await findings(path.join(cwd, "w"), { discover })).toEqual(expected);
  });
});

describe("links of a skill", () => {
  test("dead and escaping ones in SKILL.md and in references, and orphans, with line and column", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "pdf/SKILL.md": skillText(
        "pdf",
        "Reads PDF.",
        "See [guide](references/guide.md), [none](references/none.md), [out](../secret.md).\n",
      ),
      "pdf/references/guide.md": "One\n\n[next](deeper.md) [gone](gone.md) [home](../SKILL.md)\n",
      "pdf/references/deeper.md": "x",
      "pdf/references/lonely.md": "x",
      "secret.md": "x",
    });
    fs.symlinkSync("/etc/passwd", path.join(cwd, "pdf/references/leak.md"));
    const { report } = await validatePaths({ cwd, paths: ["pdf"] });
    const places = report.files[0]?.diagnostics.map(
      ({ code, severity, path: file, line, column }) =>
        `${severity} ${code} ${file}:${line}:${column}`,
    );
    expect(places).toEqual([
      "warning link.missing pdf/SKILL.md:5:42",
      "warning link.outside pdf/SKILL.md:5:69",
      "warning link.missing pdf/references/guide.md:3:26",
      "warning reference.orphan pdf/references/lonely.md:null:null",
    ]);
    expect(report).toMatchObject({ errors: 0, warnings: 4 });
    expect(report.files[0]?.valid).toBe(true);
  });

  test("a folder that is named as a whole has no orphans", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "a/SKILL.md": skillText("a", "x", "Read what you need in `references/`.\n"),
      "a/references/one.md": "x",
    });
    expect(await findings(cwd, { paths: ["a"] })).toEqual(["a/SKILL.md: good"]);
  });
});

describe("mending", () => {
  const BROKEN = "\uFEFF---  \nname: a\ndescription: Use when: asked\n---\nBody  \n";
  const MENDED = '---\nname: a\ndescription: "Use when: asked"\n---\nBody  \n';

  test("mends what is safe, shows the difference, and judges what is there then", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, { "a/SKILL.md": BROKEN, "b/SKILL.md": skillText("b"), "c/SKILL.md": "nothing" });
    fs.chmodSync(path.join(cwd, "a/SKILL.md"), 0o640);
    const { report, fixed, unreadable } = await validatePaths({ cwd, paths: ["."], fix: true });
    const file = path.join(cwd, "a/SKILL.md");
    expect(fs.readFileSync(file, "utf8")).toBe(MENDED);
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    expect(fixed.map(({ path: shown }) => shown)).toEqual(["a/SKILL.md"]);
    expect(fixed[0]?.changes.length).toBeGreaterThan(1);
    expect(fixed[0]?.difference).toBe(
      [
        "--- a/SKILL.md",
        "+++ a/SKILL.md",
        "@@ -1 +1 @@",
        "-\\u{FEFF}---  ",
        "+---",
        "@@ -3 +3 @@",
        "-description: Use when: asked",
        '+description: "Use when: asked"',
        "",
      ].join("\n"),
    );
    expect(report.files[0]).toMatchObject({ path: "a/SKILL.md", valid: true, diagnostics: [] });
    expect(unreadable).toEqual([]);
    expect(fs.readdirSync(path.join(cwd, "a"))).toEqual(["SKILL.md"]);
    const again = await validatePaths({ cwd, paths: ["."], fix: true });
    expect(again.fixed).toEqual([]);
  });

  test("without the option nothing is written", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, { "a/SKILL.md": BROKEN });
    const { fixed } = await validatePaths({ cwd, paths: ["a"] });
    expect(fixed).toEqual([]);
    expect(fs.readFileSync(path.join(cwd, "a/SKILL.md"), "utf8")).toBe(BROKEN);
  });

  test("mends where a link inside the tree leads, keeps the link, and writes nothing outside", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "repo/real/it.md": BROKEN,
      "repo/in/x": "",
      "repo/out/x": "",
      "other/it.md": BROKEN,
    });
    fs.symlinkSync("../real/it.md", path.join(cwd, "repo/in/SKILL.md"));
    fs.symlinkSync("../../other/it.md", path.join(cwd, "repo/out/SKILL.md"));
    const { fixed, report, unreadable } = await validatePaths({ cwd, paths: ["repo"], fix: true });
    expect(fixed.map(({ path: shown }) => shown)).toEqual(["repo/in/SKILL.md"]);
    expect(unreadable).toEqual([]);
    expect(report.files.map(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([
      ["name.directory-mismatch"],
      [
        "file.byte-order-mark",
        "name.directory-mismatch",
        "frontmatter.unquoted-scalar",
        "file.link",
      ],
    ]);
    expect(fs.lstatSync(path.join(cwd, "repo/in/SKILL.md")).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(path.join(cwd, "repo/real/it.md"), "utf8")).toBe(MENDED);
    expect(fs.readFileSync(path.join(cwd, "other/it.md"), "utf8")).toBe(BROKEN);
  });

  test("a file that is named itself is mended where it is a link", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, { "real.md": BROKEN, "a/x": "" });
    fs.symlinkSync("../real.md", path.join(cwd, "a/SKILL.md"));
    await validatePaths({ cwd, paths: ["a/SKILL.md"], fix: true });
    expect(fs.readFileSync(path.join(cwd, "real.md"), "utf8")).toBe(MENDED);
  });
});

describe("what is not mended", () => {
  const BROKEN = "---\nname: a\ndescription: Use when: asked\n---\n";

  test("a skill behind a link out of the named path says why, where there is something to mend", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, {
      "repo/x": "",
      "out/a/SKILL.md": BROKEN,
      "out/good/SKILL.md": skillText("good"),
    });
    for (const name of ["a", "good"])
      fs.symlinkSync(`../out/${name}`, path.join(cwd, "repo", name));
    const { report } = await validatePaths({ cwd, paths: ["repo"], fix: true });
    const [a, good] = report.files;
    expect(good?.diagnostics).toEqual([]);
    expect(a?.diagnostics.at(-1)).toEqual({
      code: "file.link",
      severity: "information",
      path: "repo/a/SKILL.md",
      line: null,
      column: null,
      message:
        "This file lies behind a link, at out/a/SKILL.md, outside what was named, so --fix leaves it alone; name that file's directory to mend it.",
    });
    expect(fs.readFileSync(path.join(cwd, "out/a/SKILL.md"), "utf8")).toBe(BROKEN);
    expect(await findings(cwd, { paths: ["repo"] })).toEqual([
      "repo/a/SKILL.md: frontmatter.unquoted-scalar",
      "repo/good/SKILL.md: good",
    ]);
    const named = await validatePaths({ cwd, paths: ["out/a"], fix: true });
    expect(named.fixed).toHaveLength(1);
  });

  test("a read-only file is left alone, and told as one that can't be written", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, { "a/SKILL.md": BROKEN, "a/good/SKILL.md": skillText("good") });
    for (const mode of [0o444, 0o400, 0o555]) {
      for (const file of ["a/SKILL.md", "a/good/SKILL.md"])
        fs.chmodSync(path.join(cwd, file), mode);
      const { fixed, unreadable, report } = await validatePaths({ cwd, paths: ["a"], fix: true });
      expect(fixed).toEqual([]);
      expect(unreadable).toEqual([
        {
          path: "a/SKILL.md",
          message: "It can't be written; check the permissions of it and its directory.",
        },
      ]);
      expect(report).toMatchObject({ checked: 2, errors: 1 });
      expect(fs.readFileSync(path.join(cwd, "a/SKILL.md"), "utf8")).toBe(BROKEN);
      expect(fs.statSync(path.join(cwd, "a/SKILL.md")).mode & 0o777).toBe(mode);
      expect(fs.readdirSync(path.join(cwd, "a")).sort()).toEqual(["SKILL.md", "good"]);
    }
  });
});

describe("progress", () => {
  test("is told file by file", async () => {
    const cwd = temporaryDirectory();
    writeTree(cwd, { "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
    const seen: number[] = [];
    await validatePaths({ cwd, paths: ["."], onProgress: (checked) => seen.push(checked) });
    expect(seen).toEqual([1, 2]);
  });
});
