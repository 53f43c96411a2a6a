import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTree, run } from "./helpers.ts";

const skill = (name: string, description = `Does ${name}. Use when asked.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nBody of ${name}\n`;

const workspace = (more: Record<string, string> = {}) =>
  makeTree({
    "work/.git/": "",
    "work/.agents/skills/one/SKILL.md": skill("one"),
    "work/.agents/skills/broken/SKILL.md": skill("Bro_ken"),
    "home/.agents/skills/one/SKILL.md": skill("one", "The user's own."),
    "home/.agents/skills/two/SKILL.md": skill("two"),
    ...more,
  });

const statuses = (value: { skills: { name: string; scope: string; status: string }[] }) =>
  value.skills.map(({ name, scope, status }) => `${name} ${scope} ${status}`);

describe("skills list", () => {
  it("leaves an untrusted project's roots out and says so", async () => {
    const tree = workspace();
    const value = (await run(tree, ["skills", "list", "--json"])).json();
    expect(statuses(value)).toEqual(["one user enabled", "two user enabled"]);
    expect(value.roots.filter((root: { scope: string }) => root.scope === "project")).toSatisfy(
      (roots: { searched: boolean; reason: string }[]) =>
        roots.every(({ searched, reason }) => !searched && reason === "untrusted"),
    );
    const { stdout, code } = await run(tree, ["skills", "list"]);
    expect(code).toBe(0);
    expect(stdout).toContain("left out: the project is not trusted (--trust-project)");
  });

  it("shows winner, shadowed and rejected ones of a trusted project", async () => {
    const tree = workspace();
    const value = (await run(tree, ["skills", "list", "--json", "--trust-project"])).json();
    expect(statuses(value)).toEqual([
      "one project enabled",
      "one user shadowed",
      "two user enabled",
    ]);
    expect(value.skills[1].shadowedBy).toBe(".agents/skills/one/SKILL.md");
    expect(value.rejected).toHaveLength(1);
    expect(value).toMatchObject({
      schemaVersion: 1,
      policy: "first-wins",
      precedence: ["project", "config", "user", "admin", "plugin", "builtin"],
    });
    const { stdout } = await run(tree, ["skills", "list", "--trust-project"]);
    expect(stdout).toMatch(/^enabled +one +project +~\d+ +~\d+ +\.agents\/skills\/one\/SKILL\.md/m);
    expect(stdout).toMatch(
      /\nRejected: 1\n\.agents\/skills\/broken\/SKILL\.md:2:7: error: .* \[name\.invalid\]/,
    );
  });

  it("takes configured roots and the catalog's bounds from the configuration", async () => {
    const tree = workspace({
      "home/.config/alisio/config.json":
        '{"skills": ["more"], "catalog": {"maxCharacters": 400, "pinned": ["three"]}}',
      "home/.config/alisio/more/three/SKILL.md": skill("three", "word ".repeat(150)),
    });
    const value = (await run(tree, ["skills", "list", "--json"])).json();
    expect(statuses(value)).toContain("three config enabled");
    expect(value.catalog.budget).toBe(400);
    expect(value.catalog.characters).toBeLessThanOrEqual(400);
    expect(value.catalog.characters).toBeGreaterThan(0);
  });

  it("loads a plugin that trusted configuration names", async () => {
    const tree = workspace({
      "home/.config/alisio/config.json": '{"plugins": ["vercel"]}',
      "home/.config/alisio/vercel/alisio-plugin.json":
        '{"schemaVersion": 1, "id": "vercel", "skills": ["skills"]}',
      "home/.config/alisio/vercel/skills/nextjs/SKILL.md": skill("nextjs"),
    });
    const value = (await run(tree, ["skills", "list", "--json"])).json();
    expect(value.skills.find((found: { name: string }) => found.name === "nextjs")).toMatchObject({
      displayName: "vercel:nextjs",
      scope: "plugin",
      status: "enabled",
    });
  });

  it("says in an empty place that there is nothing", async () => {
    const tree = makeTree({ "work/": "" });
    const { code, stdout } = await run(tree, ["skills", "list"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^No skill was found\.\n/);
  });
});

describe("skills show", () => {
  it("says why a skill is not what the model sees", async () => {
    const tree = workspace();
    const { code, stdout } = await run(tree, ["skills", "show", "one", "--trust-project"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^one: enabled\n/);
    expect(stdout).toMatch(/one: shadowed \(/);
  });

  it("finds a rejected one by its name or its directory", async () => {
    const tree = workspace();
    for (const name of ["broken", "Bro_ken"]) {
      const { code, stdout } = await run(tree, ["skills", "show", name, "--trust-project"]);
      expect(code).toBe(0);
      expect(stdout).toContain("rejected");
      expect(stdout).toContain("[name.invalid]");
    }
  });

  it("of a name that isn't there says where it looked and what it left out; exit 1", async () => {
    const tree = workspace();
    const { code, stdout } = await run(tree, ["skills", "show", "broken"]);
    expect(code).toBe(1);
    expect(stdout).toContain('No skill "broken" was found.');
    expect(stdout).toContain("Searched: ~/.agents/skills");
    expect(stdout).toMatch(/not trusted \(--trust-project\): .*\.agents\/skills/);
  });

  it("tells what the scan passed over", async () => {
    const tree = workspace({ "home/.agents/skills/.hidden/SKILL.md": skill("hidden-one") });
    const { stdout } = await run(tree, ["skills", "show", "hidden-one"]);
    expect(stdout).toMatch(/Passed over:\n(.*\n)* {2}.*\.hidden.*\[directory\.hidden-skills\]/);
  });
});

describe("skills search", () => {
  it("ranks, and pages", async () => {
    const tree = workspace({
      "home/.agents/skills/notes/SKILL.md": skill("release-notes", "Write notes for a release."),
    });
    const value = (await run(tree, ["skills", "search", "release", "note", "--json"])).json();
    expect(value).toMatchObject({ schemaVersion: 1, query: "release note", limit: 20, offset: 0 });
    expect(value.hits[0].name).toBe("release-notes");
    const page = await run(tree, ["skills", "search", "use", "--limit", "1", "--trust-project"]);
    expect(page.stdout).toMatch(/1 of 2 \(--offset 1 goes on\)\n$/);
    expect((await run(tree, ["skills", "search", "x", "--limit", "-1"])).code).toBe(2);
  });
});

describe("skills validate", () => {
  it("checks paths, a tree or the roots in force", async () => {
    const tree = workspace();
    const one = await run(tree, ["skills", "validate", ".agents/skills/one", "--json"]);
    expect([one.code, one.json().checked]).toEqual([0, 1]);
    const all = await run(tree, ["skills", "validate", ".agents", "--json"]);
    expect([all.code, all.json().checked, all.json().errors]).toEqual([1, 2, 1]);
    const roots = await run(tree, ["skills", "validate", "--trust-project", "--json"]);
    expect(roots.json().checked).toBe(4);
    const missing = await run(tree, ["skills", "validate", "nowhere"]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("nowhere");
  });

  it("without paths says that an untrusted project's skills were left out", async () => {
    const tree = workspace();
    const { code, stderr } = await run(tree, ["skills", "validate"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^alisio: the project's own skills were left out: .*--trust-project/);
    expect((await run(tree, ["skills", "validate", "--trust-project"])).stderr).toBe("");
    expect((await run(tree, ["skills", "search", "x"])).stderr).toContain("--trust-project");
  });

  it("--strict lets warnings fail", async () => {
    const tree = makeTree({ "work/other-name/SKILL.md": skill("one") });
    expect((await run(tree, ["skills", "validate", "other-name"])).code).toBe(0);
    expect((await run(tree, ["skills", "validate", "other-name", "--strict"])).code).toBe(1);
  });

  it("--format github prints annotations", async () => {
    const tree = workspace();
    const { stdout } = await run(tree, [
      "skills",
      "validate",
      ".agents/skills/broken",
      "--format",
      "github",
    ]);
    expect(stdout).toMatch(
      /^::error file=\.agents\/skills\/broken\/SKILL\.md,line=2,col=7,title=name\.invalid::.+\n/m,
    );
    expect((await run(tree, ["skills", "validate", ".", "--format", "xml"])).code).toBe(2);
  });

  it("--fix mends and shows the difference", async () => {
    const tree = makeTree({
      "work/a/SKILL.md": "---\nname: a\ndescription: Use when: asked\n---\nBody\n",
    });
    const { code, stdout } = await run(tree, ["skills", "validate", "a", "--fix"]);
    expect(code).toBe(0);
    expect(stdout).toContain("+description: ");
    expect(readFileSync(join(tree, "work/a/SKILL.md"), "utf8")).toMatch(
      /^---\nname: a\ndescription: (["'])Use when: asked\1\n---\nBody\n$/,
    );
  });

  it("works although the configuration is wrong, when paths are named", async () => {
    const tree = workspace({ "home/.config/alisio/config.json": "{" });
    expect((await run(tree, ["skills", "validate", ".agents/skills/one"])).code).toBe(0);
    expect((await run(tree, ["skills", "validate"])).code).toBe(2);
  });
});

describe("skills enable and disable", () => {
  const config = '{\n  // mine\n  "context": { "maxBytes": 4096 },\n  "skills": [ "x" ],\n}\n';

  it("needs a trusted project, reads and writes nothing without, and says how to trust", async () => {
    const tree = workspace({ "work/.alisio/config.json": config });
    const { code, stderr } = await run(tree, ["skills", "disable", "two"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^alisio: skills disable: .*--trust-project.*--user.*\n$/);
    expect(readFileSync(join(tree, "work/.alisio/config.json"), "utf8")).toBe(config);
  });

  it("keeps comments, order and formatting of the file, and takes effect", async () => {
    const tree = workspace({ "work/.alisio/config.json": config });
    const disabled = await run(tree, ["skills", "disable", "two", "--trust-project"]);
    expect(disabled.code).toBe(0);
    expect(disabled.stdout).toContain("holds in trusted runs");
    const written = readFileSync(join(tree, "work/.alisio/config.json"), "utf8");
    expect(written).toContain('// mine\n  "context": { "maxBytes": 4096 },\n  "skills": [ "x" ],');
    const after = (await run(tree, ["skills", "list", "--json", "--trust-project"])).json();
    expect(statuses(after)).toContain("two user disabled");
    await run(tree, ["skills", "enable", "two", "--trust-project"]);
    const again = (await run(tree, ["skills", "list", "--json", "--trust-project"])).json();
    expect(statuses(again)).toContain("two user enabled");
  });

  it("disabling a name does not bring a shadowed one up", async () => {
    const tree = workspace();
    await run(tree, ["skills", "disable", "one", "--trust-project"]);
    const value = (await run(tree, ["skills", "list", "--json", "--trust-project"])).json();
    expect(statuses(value).filter((status) => status.startsWith("one "))).toEqual([
      "one project disabled",
      "one user shadowed",
    ]);
  });

  it("--user takes the name of a skill that only trust would show", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "work/.agents/skills/p/SKILL.md": skill("p"),
      "home/": "",
    });
    expect((await run(tree, ["skills", "disable", "p", "--user"])).code).toBe(0);
    const value = (await run(tree, ["skills", "list", "--json", "--trust-project"])).json();
    expect(statuses(value)).toEqual(["p project disabled"]);
    expect((await run(tree, ["skills", "disable", "none", "--user", "--trust-project"])).code).toBe(
      2,
    );
  });

  it("enable says when the skill stays hidden all the same", async () => {
    const tree = workspace({
      "home/.agents/skills/quiet/SKILL.md":
        "---\nname: quiet\ndescription: Does it.\ndisable-model-invocation: true\n---\n",
    });
    const { code, stderr } = await run(tree, ["skills", "enable", "quiet", "--user"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/the model still does not see it: .*disable-model-invocation/);
  });

  it("--user writes the user's file and needs no trust; a layer that wins is named", async () => {
    const tree = workspace({ "work/.alisio/config.json": '{"skillOverrides": {"two": "manual"}}' });
    const { code, json } = await run(tree, ["skills", "disable", "two", "--user", "--json"]);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ name: "two", override: "off", inForce: "off", changed: true });
    const trusted = await run(tree, ["skills", "enable", "two", "--user", "--trust-project"]);
    expect(trusted.stderr).toContain('sets it to "manual", which wins here');
  });
});
