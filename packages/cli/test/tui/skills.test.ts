import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { SkillSnapshot } from "@alisio/skills-discovery";
import { discoverSkills } from "@alisio/skills-discovery/node";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { drawFrame } from "../../src/tui/frame.ts";
import { createPorts } from "../../src/tui/ports.ts";
import { safePlace } from "../../src/tui/skill-rows.ts";
import { makeTree } from "../helpers.ts";
import { createTestChat, KEYS, type TestChat } from "./chat.ts";
import { createFakeRunner, fakeContext, opened } from "./fake-runner.ts";

const skill = (name: string, description: string, more = ""): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${more}---\nBODY-OF-THE-SKILL\n`;

/** A project with skills of every kind: shadowed, off, hidden, of a plugin, in an absolute root. */
async function discover(tree: string): Promise<SkillSnapshot> {
  return await discoverSkills({
    cwd: join(tree, "work"),
    workspaceRoot: join(tree, "work"),
    trustProject: true,
    configRoots: [join(tree, "shared/deep/skills")],
    homeDirectory: join(tree, "home"),
    configHome: join(tree, "home/.config/alisio"),
    overrides: { off: "off" },
    plugins: [{ id: "vercel", roots: [join(tree, "plugin/skills")] }],
  });
}

function plant(): string {
  return makeTree({
    "work/.git/": "",
    "work/.agents/skills/notes/SKILL.md": skill(
      "notes",
      "Writes \u001b[31mred\u202e notes, 日本語 🎉 שלום.",
    ),
    "work/.agents/skills/off/SKILL.md": skill("off", "Is switched off."),
    "work/.agents/skills/mine/SKILL.md": skill(
      "mine",
      "By hand.",
      "disable-model-invocation: true\n",
    ),
    "home/.agents/skills/notes/SKILL.md": skill("notes", "The shadowed one."),
    "shared/deep/skills/shared/SKILL.md": skill("shared", "From an absolute root."),
    "plugin/skills/nextjs/SKILL.md": skill("nextjs", "Of a plugin."),
  });
}

async function open(tree: string, columns = 100, rows = 30): Promise<TestChat> {
  const runner = createFakeRunner({ snapshot: await discover(tree) });
  const chat = await createTestChat({ runner, columns, rows });
  await chat.submit("/skills");
  return chat;
}

function frame({ screen, frame: options }: TestChat): string[] {
  const { middle } = drawFrame(screen, options());
  return [...middle];
}

describe("/skills", () => {
  it("has both costs at 40 columns; scope and source are in the line about the selected one", async () => {
    const lines = frame(await open(plant(), 40, 20));
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(39);
    expect(lines.join("\n")).toMatch(/STATUS +NAME +~CATALOG +~FILE\n/);
    expect(lines.join("\n")).toMatch(/ {2}enabled +\S+ +~\d+ +~\d+\n/);
    expect(lines.join("\n")).toMatch(/^ {2}(project|config), \S+:/m);
  });

  it("lists every skill with its status, scope, source, costs and reason", async () => {
    const lines = frame(await open(plant(), 140)).join("\n");
    expect(lines).toMatch(/enabled +notes +project +\.agents\/skills +~\d+ +~\d+/);
    expect(lines).toMatch(
      /shadowed +notes +user +~\/\.agents\/skills +- +~\d+ +shadowed by notes of \.agents\/skills/,
    );
    expect(lines).toMatch(/disabled +off +project .* switched off/);
    expect(lines).toMatch(/hidden +mine +project .* for your call alone/);
    expect(lines).toMatch(/enabled +vercel:nextjs +plugin .* locked: see \/plugins/);
    expect(lines).toMatch(/enabled +shared +config +\.\.\.\/deep\/skills/);
    expect(lines).toMatch(/3 of 6 enabled; catalog \d+ of 8000 characters/);
  });

  it.each([60, 80, 200])(
    "shows no absolute path, no body, and columns in line at %i",
    async (columns) => {
      const tree = plant();
      const chat = await open(tree, columns);
      for (let step = 0; step < 6; step++) {
        const lines = frame(chat);
        expect(lines.join("\n")).not.toContain(tree);
        expect(lines.join("\n")).not.toContain("BODY-OF-THE-SKILL");
        for (const hidden of ["\u001b", "\u202e"]) expect(lines.join("\n")).not.toContain(hidden);
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns - 1);
        const rows = lines.filter((line) => /^. (enabled|disabled|shadowed|hidden) /.test(line));
        const ends = rows
          .map((line) => /(?:-|~\d+) +~\d+/.exec(line))
          .map((found) => (found ? found.index + found[0].length : 0));
        expect(new Set(ends).size).toBe(1);
        chat.type(KEYS.down);
      }
    },
  );

  it("says why where the list has no room for it", async () => {
    const chat = await open(plant(), 60);
    chat.type("shadowed");
    expect(frame(chat).join("\n")).toContain("shadowed: shadowed by notes of .agents/skills");
  });

  it("searches as somebody types, and switches what is chosen", async () => {
    const chat = await open(plant());
    chat.type("not", "es");
    expect(frame(chat)[0]).toBe("Skills: notes  (2 of 6)");
    chat.type(KEYS.enter);
    await chat.settle();
    expect(chat.saved).toEqual(["notes=off"]);
    expect(frame(chat).join("\n")).toContain("notes: saved");
    chat.type(KEYS.down, KEYS.enter);
    await chat.settle();
    expect(frame(chat).join("\n")).toContain("this one is shadowed");
    chat.type("\u0015vercel", KEYS.enter);
    await chat.settle();
    expect(frame(chat).join("\n")).toContain("vercel:nextjs is locked to its plugin: see /plugins");
    chat.type("\u0015off", KEYS.enter);
    await chat.settle();
    expect(chat.saved).toEqual(["notes=off", "off=on"]);
    chat.type("zzz");
    expect(frame(chat).join("\n")).toContain("No skill has these words; Ctrl+U begins anew.");
    chat.type(KEYS.escape);
    expect(chat.screen.panel).toBeUndefined();
  });

  it.each([
    ["nxetjs", ["nextjs"]],
    ["swiched", ["off"]],
    ["shaed", ["shared"]],
    ["notse", ["notes", "notes"]],
    // What is found as it stands hides what is near.
    ["note", ["notes", "notes"]],
    // Short words are near to anything.
    ["oof", []],
    ["zzzzzzzz", []],
  ])("finds %s but for its typing errors", async (query, names) => {
    const chat = await open(plant());
    chat.type(query);
    const lines = frame(chat).filter((line) => /~\d+ *(?:$| )/.test(line));
    expect(lines.map((line) => /(notes|nextjs|off|shared|mine) /.exec(line)?.[1]).sort()).toEqual(
      [...names].sort(),
    );
  });

  it("writes nothing for a project that is not trusted, and says how to trust it", async () => {
    const runner = createFakeRunner({ snapshot: await discover(plant()) });
    const chat = await createTestChat({ runner, context: fakeContext({ trusted: false }) });
    await chat.submit("/skills");
    expect(frame(chat).join("\n")).toContain("--trust-project");
    chat.type(KEYS.enter);
    await chat.settle();
    await chat.submit("/skills notes");
    expect(chat.saved).toEqual([]);
    expect(frame(chat).join("\n")).toContain("Not saved: the project is not trusted");
  });

  it("completes the names of skills that can be called", async () => {
    const chat = await open(plant());
    chat.type(KEYS.escape, "/skill:");
    const lines = frame(chat).join("\n");
    expect(lines).toContain("/skill:vercel:nextjs");
    expect(lines).toContain("/skill:mine");
    expect(lines).not.toContain("/skill:off");
    chat.type("no", KEYS.tab, "for 1.2", KEYS.enter);
    expect(chat.runner.calls).toEqual(["run /skill:notes for 1.2"]);
    await chat.settle();
    await chat.submit("/skill:off now");
    expect(chat.transcript()).toContain("The skill off is switched off");
  });
});

describe("what a switch does", () => {
  it("saves at once, keeps the rest of the file, and is in force", async () => {
    const tree = plant();
    const file = join(tree, "work/.alisio/config.json");
    const text = '{\n  // mine\n  "compaction": { "keepTurns": 3 },\n}\n';
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const context = fakeContext({
      workspaceRoot: join(tree, "work"),
      showPath: (path) => relative(join(tree, "work"), path),
    });
    const runner = createFakeRunner({ snapshot: await discover(tree) });
    const ports = createPorts(context, {});
    const message = await ports.setSkill(opened(runner, context), "notes", "off");
    expect(message).toBe("notes: switched off, saved in .alisio/config.json");
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(file, "utf8")).toBe(
      '{\n  // mine\n  "compaction": { "keepTurns": 3 },\n  "skillOverrides": {\n    "notes": "off"\n  },\n}\n',
    );
    const [first] = runner.skills.snapshot.skills.filter(({ name }) => name === "notes");
    expect(first?.status).toBe("disabled");
    const untrusted = opened(runner, { ...context, trusted: false });
    await expect(ports.setSkill(untrusted, "notes", "on")).rejects.toThrow(/not trusted/);
  });
});

it.each([
  [".agents/skills", ".agents/skills"],
  ["~/.agents/skills", "~/.agents/skills"],
  ["/srv/shared/team/skills", ".../team/skills"],
  ["C:\\Users\\me\\skills", ".../me/skills"],
  ["\\\\server\\share\\skills", ".../share/skills"],
])("a place that is shown: %s", (path, shown) => expect(safePlace(path)).toBe(shown));
