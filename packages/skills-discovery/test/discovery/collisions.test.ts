import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CollisionCandidate, resolveCollisions, type SkillScope } from "../../src/index.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, glance, PLACES, rejections, skillText } from "../support/skills.ts";

const PROJECT = "/w/.agents/skills";
const USER = "/home/ada/.agents/skills";

const files = {
  [`${PROJECT}/pdf/SKILL.md`]: skillText("pdf", "The project's."),
  [`${USER}/pdf/SKILL.md`]: skillText("pdf", "The user's."),
  [`${USER}/other/SKILL.md`]: skillText("other"),
};

describe("policies", () => {
  test("first-wins keeps one visible, and the loser with both paths", async () => {
    const snapshot = await discoverIn(memoryFileSystem(files));
    expect(glance(snapshot)).toEqual([
      "enabled pdf .agents/skills/pdf/SKILL.md",
      "enabled other ~/.agents/skills/other/SKILL.md",
      "shadowed pdf ~/.agents/skills/pdf/SKILL.md",
    ]);
    expect(snapshot.skills[2]).toMatchObject({
      scope: "user",
      root: "~/.agents/skills",
      shadowedBy: ".agents/skills/pdf/SKILL.md",
      sameAsWinner: "body",
      reason: "A skill of this name comes first: .agents/skills/pdf/SKILL.md.",
    });
    expect(snapshot.skills[2]?.diagnostics).toMatchObject([
      { code: "name.collision", severity: "information" },
    ]);
    expect(snapshot.skills[0]?.diagnostics).toEqual([]);
  });

  test("reject-duplicates refuses all of a name, whatever they hold", async () => {
    const snapshot = await discoverIn(memoryFileSystem(files), {}, { policy: "reject-duplicates" });
    expect(glance(snapshot)).toEqual(["enabled other ~/.agents/skills/other/SKILL.md"]);
    expect(rejections(snapshot)).toEqual([
      ".agents/skills/pdf/SKILL.md: name.refused-duplicate",
      "~/.agents/skills/pdf/SKILL.md: name.refused-duplicate",
    ]);
    expect(snapshot.rejected[0]?.diagnostics[0]?.message).toContain(
      "~/.agents/skills/pdf/SKILL.md",
    );
  });

  test("qualify lets names carry their source", async () => {
    const snapshot = await discoverIn(memoryFileSystem(files), {}, { policy: "qualify" });
    expect(glance(snapshot)).toEqual([
      "enabled project:pdf .agents/skills/pdf/SKILL.md",
      "enabled user:other ~/.agents/skills/other/SKILL.md",
      "enabled user:pdf ~/.agents/skills/pdf/SKILL.md",
    ]);
  });

  test("within one source, qualify lets the first win", async () => {
    const fileSystem = memoryFileSystem({
      ...files,
      "/w/.claude/skills/pdf/SKILL.md": skillText("pdf", "Claude's."),
    });
    const snapshot = await discoverIn(fileSystem, {}, { policy: "qualify" });
    expect(glance(snapshot)).toContain("shadowed project:pdf .claude/skills/pdf/SKILL.md");
  });

  test("keep-all hides nothing", async () => {
    const snapshot = await discoverIn(memoryFileSystem(files), {}, { policy: "keep-all" });
    expect(snapshot.skills.map(({ status }) => status)).toEqual(["enabled", "enabled", "enabled"]);
  });

  test("an unknown policy is refused", async () => {
    const policy = "last-wins" as "first-wins";
    await expect(discoverIn(memoryFileSystem(), {}, { policy })).rejects.toThrow(/first-wins/);
  });
});

describe("two of one name in one root", () => {
  const twins = {
    [`${PROJECT}/b/SKILL.md`]: skillText("same", "B."),
    [`${PROJECT}/a/SKILL.md`]: skillText("same", "A."),
    [`${USER}/same/SKILL.md`]: skillText("same", "User."),
  };

  test("the first path wins, with a warning at both", async () => {
    const snapshot = await discoverIn(memoryFileSystem(twins));
    expect(glance(snapshot)).toEqual([
      "enabled same .agents/skills/a/SKILL.md",
      "shadowed same .agents/skills/b/SKILL.md",
      "shadowed same ~/.agents/skills/same/SKILL.md",
    ]);
    const severities = snapshot.skills.map(({ diagnostics }) =>
      diagnostics.filter(({ code }) => code === "name.collision").map(({ severity }) => severity),
    );
    expect(severities).toEqual([["warning"], ["warning"], ["information"]]);
  });

  test("both are refused where the host asks, and none of lower precedence comes up", async () => {
    const snapshot = await discoverIn(memoryFileSystem(twins), {}, { equalPrecedence: "refuse" });
    expect(glance(snapshot)).toEqual(["shadowed same ~/.agents/skills/same/SKILL.md"]);
    expect(rejections(snapshot).map((line) => line.split(":")[0])).toEqual([
      ".agents/skills/a/SKILL.md",
      ".agents/skills/b/SKILL.md",
    ]);
  });
});

describe("copies", () => {
  test.each([
    ["file", skillText("pdf", "One.", "Body.\n"), "file"],
    ["body alone", skillText("pdf", "Two.", "Body.\n"), "body"],
    ["nothing", skillText("pdf", "One.", "Body!\n"), "nothing"],
  ])("the same %s is told", async (_, text, same) => {
    const fileSystem = memoryFileSystem({
      [`${PROJECT}/pdf/SKILL.md`]: skillText("pdf", "One.", "Body.\n"),
      [`${USER}/pdf/SKILL.md`]: text,
    });
    expect((await discoverIn(fileSystem)).skills[1]?.sameAsWinner).toBe(same);
  });
});

describe("plugins", () => {
  const places = { ...PLACES, plugins: [{ id: "vercel", roots: ["/opt/vercel"] }] };

  test("a plugin's skill is shown with the plugin's id, and collides by its bare name", async () => {
    const fileSystem = memoryFileSystem({
      [`${PROJECT}/nextjs/SKILL.md`]: skillText("nextjs"),
      "/opt/vercel/nextjs/SKILL.md": skillText("nextjs"),
      "/opt/vercel/deploy/SKILL.md": skillText("deploy"),
    });
    expect(glance(await discoverIn(fileSystem, places))).toEqual([
      "enabled nextjs .agents/skills/nextjs/SKILL.md",
      "enabled vercel:deploy /opt/vercel/deploy/SKILL.md",
      "shadowed vercel:nextjs /opt/vercel/nextjs/SKILL.md",
    ]);
  });

  test("is locked: an override has no effect and says so", async () => {
    const fileSystem = memoryFileSystem({ "/opt/vercel/deploy/SKILL.md": skillText("deploy") });
    for (const name of ["deploy", "vercel:deploy"]) {
      const { skills, unmatchedOverrides } = await discoverIn(fileSystem, places, {
        overrides: { [name]: "off" },
      });
      expect(skills[0]).toMatchObject({ status: "enabled", override: "off" });
      expect(skills[0]?.diagnostics.map(({ code }) => code)).toEqual(["override.locked"]);
      expect(unmatchedOverrides).toEqual([]);
    }
  });
});

describe("an override of a name that a plugin's skill has as well", () => {
  const places = {
    ...PLACES,
    plugins: [
      { id: "vercel", roots: ["/opt/vercel"] },
      { id: "other", roots: ["/opt/other"] },
    ],
  };
  const plugins = {
    "/opt/vercel/p1/SKILL.md": skillText("p1"),
    "/opt/other/p1/SKILL.md": skillText("p1"),
  };
  const withProject = { ...plugins, [`${PROJECT}/p1/SKILL.md`]: skillText("p1") };

  test.each([
    ["the project's wins", withProject, "p1", "first-wins", ["p1 hidden"], []],
    ["a plugin's wins", plugins, "p1", "first-wins", [], ["vercel:p1 enabled"]],
    [
      "the shadowed one is meant",
      withProject,
      "vercel:p1",
      "first-wins",
      [],
      ["vercel:p1 shadowed"],
    ],
    [
      "all are kept",
      withProject,
      "p1",
      "keep-all",
      ["p1 hidden"],
      ["vercel:p1 enabled", "other:p1 enabled"],
    ],
    [
      "all are qualified",
      withProject,
      "p1",
      "qualify",
      ["project:p1 hidden"],
      ["vercel:p1 enabled", "other:p1 enabled"],
    ],
    ["one is qualified", withProject, "project:p1", "qualify", ["project:p1 hidden"], []],
  ] as const)(
    "%s: told only where it would have to change the plugin's",
    async (_, files, name, policy, changed, told) => {
      const { skills, unmatchedOverrides } = await discoverIn(memoryFileSystem(files), places, {
        overrides: { [name]: "manual" },
        policy,
      });
      expect(unmatchedOverrides).toEqual([]);
      const shown = (some: typeof skills) =>
        some.map(({ displayName, status }) => `${displayName} ${status}`);
      const isTold = (skill: (typeof skills)[number]) =>
        skill.diagnostics.some(({ code }) => code === "override.locked");
      expect(shown(skills.filter(({ status }) => status === "hidden"))).toEqual(changed);
      expect(shown(skills.filter(isTold))).toEqual(told);
    },
  );
});

describe("overrides", () => {
  test("hold for a name in another form of Unicode, and the exact form comes first", async () => {
    const fileSystem = memoryFileSystem({
      [`${PROJECT}/caf\u00E9/SKILL.md`]: skillText("caf\u00E9"),
    });
    const decide = async (overrides: Readonly<Record<string, "on" | "off">>) => {
      const { skills, unmatchedOverrides } = await discoverIn(fileSystem, {}, { overrides });
      return [skills[0]?.override, skills[0]?.status, unmatchedOverrides];
    };
    expect(await decide({ "cafe\u0301": "off" })).toEqual(["off", "disabled", []]);
    expect(await decide({ "cafe\u0301": "off", "caf\u00E9": "on" })).toEqual([
      "on",
      "enabled",
      ["cafe\u0301"],
    ]);
    expect(await decide({ cafe: "off" })).toEqual([null, "enabled", ["cafe"]]);
  });

  test.each([
    ["on", "enabled"],
    ["off", "disabled"],
    ["name-only", "enabled"],
    ["manual", "hidden"],
  ] as const)("%s gives %s, and brings no shadowed one up", async (override, status) => {
    const snapshot = await discoverIn(
      memoryFileSystem(files),
      {},
      { overrides: { pdf: override } },
    );
    expect(glance(snapshot)).toEqual([
      `${status} pdf .agents/skills/pdf/SKILL.md`,
      "enabled other ~/.agents/skills/other/SKILL.md",
      "shadowed pdf ~/.agents/skills/pdf/SKILL.md",
    ]);
    expect(snapshot.skills[0]).toMatchObject({ override });
    expect(snapshot.skills[0]?.reason === null).toBe(status === "enabled");
  });

  test("what its author keeps from the model, on doesn't give to it", async () => {
    const text = "---\nname: pdf\ndescription: x\ndisable-model-invocation: true\n---\n";
    const fileSystem = memoryFileSystem({ [`${PROJECT}/pdf/SKILL.md`]: text });
    for (const override of ["on", "name-only", "manual"] as const) {
      const { skills } = await discoverIn(fileSystem, {}, { overrides: { pdf: override } });
      expect(skills[0]?.status).toBe("hidden");
    }
    const { skills } = await discoverIn(fileSystem, {}, { overrides: { pdf: "off" } });
    expect(skills[0]?.status).toBe("disabled");
  });

  test("names like those of object members are names", async () => {
    const fileSystem = memoryFileSystem({
      [`${PROJECT}/constructor/SKILL.md`]: skillText("constructor"),
      [`${PROJECT}/x/SKILL.md`]: skillText("x"),
    });
    const plain = await discoverIn(fileSystem);
    expect(plain.skills.map(({ override }) => override)).toEqual([null, null]);
    const overrides = JSON.parse('{ "__proto__": "off", "constructor": "off" }');
    const { skills, unmatchedOverrides } = await discoverIn(fileSystem, {}, { overrides });
    expect(skills.map(({ status }) => status)).toEqual(["disabled", "enabled"]);
    expect(unmatchedOverrides).toEqual(["__proto__"]);
  });

  test("an unknown value is refused", async () => {
    const overrides = { pdf: "yes" as "on" };
    await expect(discoverIn(memoryFileSystem(), {}, { overrides })).rejects.toThrow(/on, off/);
  });
});

describe("names that are missing", () => {
  test("the directory's name stands in, and collides like any", async () => {
    const text = "---\ndescription: Nameless.\n---\n";
    const fileSystem = memoryFileSystem({
      [`${PROJECT}/pdf/SKILL.md`]: text,
      [`${USER}/pdf/SKILL.md`]: skillText("pdf"),
    });
    const snapshot = await discoverIn(fileSystem);
    expect(glance(snapshot)).toEqual([
      "enabled pdf .agents/skills/pdf/SKILL.md",
      "shadowed pdf ~/.agents/skills/pdf/SKILL.md",
    ]);
    // An error to `validate`; discovery mends it and says so.
    expect(snapshot.skills[0]?.diagnostics).toMatchObject([
      { code: "name.missing", severity: "warning" },
    ]);
  });
});

describe("properties", () => {
  const candidate: fc.Arbitrary<CollisionCandidate> = fc
    .record({
      name: fc.constantFrom("a", "b", "c"),
      rootIndex: fc.nat({ max: 3 }),
      path: fc.string({ minLength: 1, maxLength: 3 }),
    })
    .map(({ name, rootIndex, path }) => {
      const scopes: readonly SkillScope[] = ["project", "project", "user", "plugin"];
      const scope = scopes[rootIndex] as SkillScope;
      return {
        name,
        scope,
        plugin: scope === "plugin" ? "p" : null,
        rootIndex,
        path: `${rootIndex}${path}`,
      };
    });
  const candidates = fc.uniqueArray(candidate, { selector: ({ path }) => path, maxLength: 12 });
  const policy = fc.constantFrom("first-wins", "reject-duplicates", "qualify", "keep-all" as const);
  const equalPrecedence = fc.constantFrom("first-wins", "refuse" as const);

  test("order of candidates makes no difference, and none is lost", () => {
    fc.assert(
      fc.property(
        candidates,
        policy,
        equalPrecedence,
        fc.infiniteStream(fc.nat()),
        (list, chosen, equal, swaps) => {
          const shuffled = list
            .map((entry) => ({ entry, at: swaps.next().value as number }))
            .sort((left, right) => left.at - right.at)
            .map(({ entry }) => entry);
          const options = { policy: chosen, equalPrecedence: equal };
          const once = resolveCollisions({ ...options, candidates: list });
          expect(resolveCollisions({ ...options, candidates: shuffled })).toEqual(once);
          expect(once).toHaveLength(list.length);
        },
      ),
    );
  });

  test("every shown name has at most one winner, except where all are kept", () => {
    let collisions = 0;
    fc.assert(
      fc.property(candidates, policy, equalPrecedence, (list, chosen, equal) => {
        const outcomes = resolveCollisions({
          candidates: list,
          policy: chosen,
          equalPrecedence: equal,
        });
        const winners = outcomes.filter(({ outcome }) => outcome === "winner");
        if (winners.length < outcomes.length) collisions += 1;
        if (chosen === "keep-all") return;
        const names = winners.map(({ displayName, candidate: { name } }) =>
          chosen === "qualify" ? displayName : name,
        );
        expect(new Set(names).size).toBe(names.length);
        for (const { first, outcome, candidate: loser } of outcomes) {
          if (outcome === "shadowed") expect(first).not.toBe(loser);
        }
      }),
    );
    expect(collisions).toBeGreaterThan(10);
  });
});
