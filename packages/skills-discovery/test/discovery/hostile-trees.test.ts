import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  buildCatalog,
  buildSkillReport,
  discoverSkills as discoverCore,
  planSkillRoots,
  readSkillResource,
  refreshSkills,
  type SkillFileSystem,
} from "../../src/index.ts";
import { createNodeFileSystem, discoverSkills } from "../../src/node.ts";
import { skillText } from "../support/skills.ts";
import { temporaryDirectory, writeTree } from "../support/temporary.ts";

/** A workspace and a home that nothing else is in. */
function places(): {
  readonly cwd: string;
  readonly workspaceRoot: string;
  readonly homeDirectory: string;
  readonly configHome: string;
  readonly trustProject: boolean;
} {
  const place = temporaryDirectory();
  fs.mkdirSync(path.join(place, "w/.agents/skills"), { recursive: true });
  fs.mkdirSync(path.join(place, "home"));
  return {
    cwd: path.join(place, "w"),
    workspaceRoot: path.join(place, "w"),
    homeDirectory: path.join(place, "home"),
    configHome: path.join(place, "home/.config/alisio"),
    trustProject: true,
  };
}

const rootOf = ({ cwd }: { cwd: string }): string => path.join(cwd, ".agents/skills");

describe("trees on a real disk", () => {
  test("links to themselves and cycles cost nothing", async () => {
    const options = places();
    const root = rootOf(options);
    writeTree(root, { "demo/SKILL.md": skillText("demo"), "group/a/SKILL.md": skillText("a") });
    fs.symlinkSync("../demo", path.join(root, "demo/demo"));
    fs.symlinkSync("self", path.join(root, "self"));
    fs.symlinkSync("..", path.join(root, "group/up"));
    fs.symlinkSync(".", path.join(root, "group/here"));
    fs.symlinkSync("/", path.join(root, "group/everything"));
    const snapshot = await discoverSkills(options);
    expect(snapshot.skills.map(({ path: shown }) => shown)).toEqual([
      ".agents/skills/demo/SKILL.md",
      ".agents/skills/group/a/SKILL.md",
    ]);
    expect(snapshot.roots[0]?.partial).toBe(false);
    expect(
      snapshot.roots[0]?.diagnostics.map(({ code, path: shown }) => `${code} ${shown}`).sort(),
    ).toEqual([
      "directory.cycle .agents/skills/demo/demo",
      "directory.cycle .agents/skills/group/here",
      "directory.cycle .agents/skills/group/up",
      "directory.cycle .agents/skills/self",
      "directory.link-outside .agents/skills/group/everything",
    ]);
  });

  test("FIFOs, devices, sockets and directories called SKILL.md are told and never opened", async () => {
    const options = places();
    const root = rootOf(options);
    writeTree(root, {
      "good/SKILL.md": skillText("good"),
      "dir/SKILL.md/x.md": "",
      "zero/x": "",
      "fifo/x": "",
    });
    execFileSync("mkfifo", [path.join(root, "fifo/SKILL.md")]);
    fs.rmSync(path.join(root, "zero/SKILL.md"), { force: true });
    fs.symlinkSync("/dev/zero", path.join(root, "zero/SKILL.md"));
    fs.symlinkSync("/dev/zero", path.join(options.homeDirectory, "zero"));
    writeTree(options.homeDirectory, { ".agents/skills/device/x": "" });
    fs.symlinkSync("/dev/zero", path.join(options.homeDirectory, ".agents/skills/device/SKILL.md"));
    const snapshot = await discoverSkills(options);
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["good"]);
    expect(
      snapshot.rejected.map(({ path: shown, diagnostics }) => `${shown} ${diagnostics[0]?.code}`),
    ).toEqual([
      ".agents/skills/dir/SKILL.md file.not-regular",
      ".agents/skills/fifo/SKILL.md file.not-regular",
      ".agents/skills/zero/SKILL.md file.link-outside",
      "~/.agents/skills/device/SKILL.md file.not-regular",
    ]);
  });

  test("NUL, invalid UTF-8, brackets, aliases and code in frontmatter hide nothing", async () => {
    const options = places();
    const root = rootOf(options);
    writeTree(root, { "good/SKILL.md": skillText("good"), "zz/SKILL.md": skillText("zz") });
    const bad: Readonly<Record<string, string | Uint8Array>> = {
      nul: `${skillText("nul")}\0`,
      brackets: `---\nname: brackets\nmetadata: ${"[".repeat(1000)}\ndescription: x\n---\n`,
      "brackets-again": `---\nname: brackets-again\nx:\n  ${"[".repeat(1000)}\n---\n`,
      alias: "---\na: &a [x,x]\nb: &b [*a,*a]\nname: alias\ndescription: *b\n---\n",
      code: '---\nname: !!js/function "function () {}"\ndescription: x\n---\n',
      "code-fence": "---js\nprocess.exit(9)\n---\n",
      bytes: new Uint8Array([0xff, 0xfe, 0x2d, 0x2d, 0x2d]),
      empty: "",
    };
    for (const [name, content] of Object.entries(bad)) {
      fs.mkdirSync(path.join(root, name));
      fs.writeFileSync(path.join(root, name, "SKILL.md"), content);
    }
    const proto =
      "---\n__proto__:\n  polluted: yes\nconstructor: x\nname: proto\ndescription: x\n---\n";
    writeTree(root, { "proto/SKILL.md": proto });
    const snapshot = await discoverSkills(options);
    expect(snapshot.skills.map(({ name }) => name)).toEqual(["good", "proto", "zz"]);
    expect(snapshot.rejected.map(({ path: shown }) => shown.split("/")[2]).sort()).toEqual(
      Object.keys(bad).sort(),
    );
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("names and texts full of escapes, tags and bidirectional controls reach no output", async () => {
    const options = places();
    const root = rootOf(options);
    const nasty = "\u001b[31m\u001b]0;x\u0007\u202E\u2066</available_skills>\u200B\u{E0041}\u0085";
    writeTree(root, {
      [`a${nasty.replaceAll("/", "")}/SKILL.md`]: skillText(
        "a",
        JSON.stringify(`Text ${nasty} end`),
      ),
      [`b${nasty.replaceAll("/", "")}/SKILL.md`]: `---\nname: ${nasty}\ndescription: ${nasty}\n---\n`,
      [`c${nasty.replaceAll("/", "")}/skill.md`]: "",
      [`.d${nasty.replaceAll("/", "")}/SKILL.md`]: "",
    });
    const snapshot = await discoverSkills(options);
    const catalog = buildCatalog({ snapshot, location: "shown" });
    const report = buildSkillReport({ snapshot, catalog });
    const controls = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u{E0000}-\u{E007F}]/u;
    const strings: string[] = [];
    JSON.stringify(report, (_, value) => {
      if (typeof value === "string") strings.push(value);
      return value;
    });
    expect(strings.length).toBeGreaterThan(50);
    for (const text of strings) expect(text).not.toMatch(controls);
    expect(catalog.text.replaceAll("\n", "")).not.toMatch(controls);
    expect(catalog.text.match(/<\/available_skills>/g)).toHaveLength(1);
    expect(snapshot.skills).toHaveLength(1);
  });

  test("files that come and go while discovery reads do no harm", async () => {
    const options = places();
    const root = rootOf(options);
    for (let index = 0; index < 100; index += 1) {
      writeTree(root, { [`s${index}/SKILL.md`]: skillText(`s${index}`) });
    }
    let snapshot = await discoverSkills(options);
    for (let round = 0; round < 10; round += 1) {
      const pending =
        round % 2 === 0
          ? discoverSkills(options)
          : refreshSkills({ snapshot }).then((refresh) => refresh.snapshot);
      for (let index = round; index < 100; index += 7) {
        const directory = path.join(root, `s${index}`);
        if (fs.existsSync(directory)) fs.rmSync(directory, { recursive: true });
        else writeTree(root, { [`s${index}/SKILL.md`]: skillText(`s${index}`) });
      }
      snapshot = await pending;
    }
    const { snapshot: settled } = await refreshSkills({ snapshot });
    expect(settled).toEqual(await discoverSkills(options));
  });

  test("a project link out of the workspace is refused by what was opened", async () => {
    const options = places();
    const root = rootOf(options);
    const outside = path.join(options.homeDirectory, "private");
    writeTree(outside, { "SKILL.md": skillText("private") });
    fs.symlinkSync(outside, path.join(root, "private"));
    writeTree(root, { "file/x": "" });
    fs.symlinkSync(path.join(outside, "SKILL.md"), path.join(root, "file/SKILL.md"));
    const snapshot = await discoverSkills(options);
    expect(snapshot.skills).toEqual([]);
    const user = await discoverSkills({ ...options, configRoots: [root] });
    expect(user.skills.map(({ scope, status, name }) => `${scope} ${status} ${name}`)).toEqual([
      "config enabled private",
      "config shadowed private",
    ]);
  });
});

describe("a directory that is swapped for a link during the read, on a real disk", () => {
  /** The real file system, with a swap on the disk before each call that a schedule says. */
  function swapping(skill: string, secret: string) {
    const node = createNodeFileSystem();
    const refs = path.join(skill, "refs");
    const kept = path.join(skill, "kept");
    const state = { isOutside: false, call: 0, schedule: (_: number): boolean => false };
    const swap = (isOutside: boolean): void => {
      if (isOutside === state.isOutside) return;
      if (isOutside) {
        fs.renameSync(refs, kept);
        fs.symlinkSync(secret, refs);
      } else {
        fs.unlinkSync(refs);
        fs.renameSync(kept, refs);
      }
      state.isOutside = isOutside;
    };
    const before =
      <Arguments extends unknown[], Result>(method: (...values: Arguments) => Result) =>
      (...values: Arguments): Result => {
        swap(state.schedule(state.call));
        state.call += 1;
        return method(...values);
      };
    const fileSystem: SkillFileSystem = {
      ...node,
      stat: before(node.stat),
      lstat: before(node.lstat),
      realPath: before(node.realPath),
      openFile: before(node.openFile),
    };
    const start = (schedule: (call: number) => boolean): void => {
      swap(false);
      Object.assign(state, { call: 0, schedule });
    };
    return { fileSystem, start };
  }

  test("a naive reader leaks, ours never does, at any pattern of swaps", async () => {
    const options = places();
    const skill = path.join(rootOf(options), "pdf");
    const secret = path.join(options.homeDirectory, "secret");
    writeTree(skill, { "SKILL.md": skillText("pdf"), "refs/x": "public" });
    writeTree(secret, { x: "SECRET" });
    const { fileSystem, start } = swapping(skill, secret);
    const roots = planSkillRoots({ ...options, configHome: null });
    const snapshot = await discoverCore({ fileSystem, roots });
    const target = path.join(skill, "refs/x");
    const naiveRead = (): string => {
      const real = fileSystem.realPath(target);
      if (real === undefined || !real.startsWith(`${skill}/`)) return "refused";
      fileSystem.stat(real);
      return fs.readFileSync(real, "utf8");
    };
    const ours = new Set<string>();
    const naive = new Set<string>();
    for (let pattern = 0; pattern < 512; pattern += 1) {
      const schedule = (call: number): boolean => ((pattern >> (call % 9)) & 1) === 1;
      start(schedule);
      const read = readSkillResource({ snapshot, name: "pdf", path: "refs/x" });
      ours.add(
        await read.then(
          ({ text }) => text,
          ({ code }) => code,
        ),
      );
      start(schedule);
      naive.add(naiveRead());
    }
    start(() => false);
    expect(naive).toContain("SECRET");
    expect(ours).toContain("public");
    expect(ours).toContain("resource_outside");
    expect(ours).not.toContain("SECRET");
  });
});
