import { describe, expect, test } from "vitest";
import {
  createSkillSession,
  loadSkillBody,
  readSkillResource,
  type SkillEvent,
} from "../../src/index.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

const SKILL = "/w/.agents/skills/pdf";

const files = {
  [`${SKILL}/SKILL.md`]: skillText("pdf", "Reads PDF.", "# PDF\n\nSee references/guide.md.\n"),
  [`${SKILL}/references/guide.md`]: "one\ntwo\nthree\n",
  [`${SKILL}/scripts/run.py`]: "print()\n",
  [`${SKILL}/.git/config`]: "x",
  [`${SKILL}/node_modules/x/index.js`]: "x",
};

describe("level 2", () => {
  test("gives the body without frontmatter, and the resources with sizes", async () => {
    const snapshot = await discoverIn(memoryFileSystem(files));
    expect(await loadSkillBody({ snapshot, name: "pdf" })).toEqual({
      name: "pdf",
      path: ".agents/skills/pdf/SKILL.md",
      body: "# PDF\n\nSee references/guide.md.\n",
      bytes: 32,
      changed: false,
      resources: [
        { path: "references/guide.md", bytes: 14 },
        { path: "scripts/run.py", bytes: 8 },
      ],
      resourcesPartial: false,
    });
  });

  test("bounds the list of resources and says so", async () => {
    const snapshot = await discoverIn(memoryFileSystem(files));
    const { resources, resourcesPartial } = await loadSkillBody({
      snapshot,
      name: "pdf",
      maxResources: 1,
    });
    expect(resources).toHaveLength(1);
    expect(resourcesPartial).toBe(true);
  });

  test.each([
    ["---\nname: pdf\ndescription: x\n---", ""],
    ["---\nname: pdf\ndescription: x\n---\n", ""],
    ["---\r\nname: pdf\r\ndescription: x\r\n---  \r\nBody\r\n", "Body\r\n"],
    ["\uFEFF---\nname: pdf\ndescription: a --- b\n---\nOne\n\n---\n\nTwo", "One\n\n---\n\nTwo"],
    ["---\nname: pdf\ndescription: Use when: asked\n---\nBody", "Body"],
  ])("of %j", async (text, body) => {
    const snapshot = await discoverIn(memoryFileSystem({ [`${SKILL}/SKILL.md`]: text }));
    expect((await loadSkillBody({ snapshot, name: "pdf" })).body).toBe(body);
  });

  test("reads at activation and notices a change", async () => {
    const fileSystem = memoryFileSystem(files);
    const snapshot = await discoverIn(fileSystem);
    fileSystem.write(`${SKILL}/SKILL.md`, skillText("pdf", "Reads PDF.", "New.\n"));
    expect(await loadSkillBody({ snapshot, name: "pdf" })).toMatchObject({
      body: "New.\n",
      changed: true,
    });
  });

  test.each([
    ["no longer valid", "gone", "skill_rejected"],
    ["another skill", skillText("xls"), "skill_changed"],
    ["NUL bytes", `${skillText("pdf")}\0`, "skill_rejected"],
  ])("refuses a file that became %s", async (_, text, code) => {
    const fileSystem = memoryFileSystem(files);
    const snapshot = await discoverIn(fileSystem);
    fileSystem.write(`${SKILL}/SKILL.md`, text);
    await expect(loadSkillBody({ snapshot, name: "pdf" })).rejects.toMatchObject({ code });
  });

  test("refuses to the model what its author has kept from it since", async () => {
    const fileSystem = memoryFileSystem(files);
    const snapshot = await discoverIn(fileSystem);
    const text = "---\nname: pdf\ndescription: x\ndisable-model-invocation: true\n---\n";
    fileSystem.write(`${SKILL}/SKILL.md`, text);
    const load = loadSkillBody({ snapshot, name: "pdf", caller: "model" });
    await expect(load).rejects.toMatchObject({ code: "skill_hidden" });
    await expect(loadSkillBody({ snapshot, name: "pdf" })).resolves.toMatchObject({
      changed: true,
    });
  });

  test("refuses a file that is gone, a FIFO, too large or a link out of the workspace", async () => {
    const changes: readonly ((fileSystem: ReturnType<typeof memoryFileSystem>) => void)[] = [
      (fileSystem) => fileSystem.remove(`${SKILL}/SKILL.md`),
      (fileSystem) => fileSystem.special(`${SKILL}/SKILL.md`),
      (fileSystem) => fileSystem.write(`${SKILL}/SKILL.md`, new Uint8Array(1_048_577)),
      (fileSystem) => fileSystem.link(`${SKILL}/SKILL.md`, "/elsewhere/SKILL.md"),
    ];
    for (const change of changes) {
      const fileSystem = memoryFileSystem({ ...files, "/elsewhere/SKILL.md": skillText("pdf") });
      const snapshot = await discoverIn(fileSystem);
      change(fileSystem);
      const load = loadSkillBody({ snapshot, name: "pdf" });
      await expect(load).rejects.toMatchObject({ code: "skill_unreadable" });
    }
  });
});

describe("who may load what", () => {
  const many = {
    ...files,
    "/w/.agents/skills/off/SKILL.md": skillText("off"),
    "/w/.agents/skills/manual/SKILL.md": skillText("manual"),
    "/w/.agents/skills/bad/SKILL.md": "---\nname: bad\n---\n",
    "/w/.agents/skills/shy/SKILL.md":
      "---\nname: shy\ndescription: x\ndisable-model-invocation: true\n---\nShy.",
    "/home/ada/.agents/skills/pdf/SKILL.md": skillText("pdf", "The user's."),
    "/opt/v/nextjs/SKILL.md": skillText("nextjs"),
    "/opt/v/pdf/SKILL.md": skillText("pdf"),
  };
  const set = () =>
    discoverIn(
      memoryFileSystem(many),
      { plugins: [{ id: "vercel", roots: ["/opt/v"] }] },
      { overrides: { off: "off", manual: "manual" } },
    );

  test.each([
    ["pdf", "model", "pdf"],
    [".agents/skills/pdf/SKILL.md", "model", "pdf"],
    ["nextjs", "model", "vercel:nextjs"],
    ["vercel:nextjs", "model", "vercel:nextjs"],
    ["shy", "user", "shy"],
    ["manual", "user", "manual"],
  ] as const)("%s is loaded by the %s", async (name, caller, shown) => {
    expect((await loadSkillBody({ snapshot: await set(), name, caller })).name).toBe(shown);
  });

  test.each([
    ["shy", "model", "skill_hidden"],
    ["manual", "model", "skill_hidden"],
    ["off", "model", "skill_disabled"],
    ["off", "user", "skill_disabled"],
    ["vercel:pdf", "user", "skill_shadowed"],
    ["~/.agents/skills/pdf/SKILL.md", "user", "skill_shadowed"],
    ["bad", "user", "skill_rejected"],
    ["pfd", "model", "unknown_skill"],
    ["", "model", "unknown_skill"],
    ["../pdf", "model", "unknown_skill"],
    ["/w/.agents/skills/pdf/SKILL.md", "model", "unknown_skill"],
    ["PDF", "model", "unknown_skill"],
    ["constructor", "model", "unknown_skill"],
    ["__proto__", "model", "unknown_skill"],
  ] as const)("%j is refused to the %s: %s", async (name, caller, code) => {
    const snapshot = await set();
    await expect(loadSkillBody({ snapshot, name, caller })).rejects.toMatchObject({ code });
    const read = readSkillResource({ snapshot, name, path: "x", caller });
    await expect(read).rejects.toMatchObject({ code });
  });

  test("an unknown name is answered with what is like it", async () => {
    const load = loadSkillBody({ snapshot: await set(), name: "next", caller: "model" });
    await expect(load).rejects.toThrow(/vercel:nextjs, pdf/);
  });

  test("a name that several answer to has to be told apart", async () => {
    const fileSystem = memoryFileSystem({
      "/w/.agents/skills/a/SKILL.md": skillText("a", "Project."),
      "/home/ada/.agents/skills/a/SKILL.md": skillText("a", "User.", "The user's."),
    });
    const qualified = await discoverIn(fileSystem, {}, { policy: "qualify" });
    await expect(loadSkillBody({ snapshot: qualified, name: "a" })).rejects.toThrow(
      /project:a, user:a/,
    );
    expect((await loadSkillBody({ snapshot: qualified, name: "user:a" })).body).toBe("The user's.");
    const all = await discoverIn(fileSystem, {}, { policy: "keep-all" });
    await expect(loadSkillBody({ snapshot: all, name: "a" })).rejects.toMatchObject({
      code: "ambiguous_skill",
    });
    const path = "~/.agents/skills/a/SKILL.md";
    expect((await loadSkillBody({ snapshot: all, name: path })).body).toBe("The user's.");
  });

  test("a copy of a snapshot is not one", async () => {
    const copy = structuredClone(await set());
    await expect(loadSkillBody({ snapshot: copy, name: "pdf" })).rejects.toMatchObject({
      code: "unknown_snapshot",
    });
  });
});

describe("level 3", () => {
  const set = (text: string | Uint8Array) =>
    discoverIn(memoryFileSystem({ ...files, [`${SKILL}/x`]: text }));

  test.each([
    ["one\ntwo\nthree\n", undefined, undefined, "one\ntwo\nthree\n", 1, 3, 3],
    ["one\ntwo\nthree\n", 2, 1, "two\n", 2, 2, 3],
    ["one\ntwo\nthree", 3, 9, "three", 3, 3, 3],
    ["one\r\ntwo\r\n", 2, 1, "two\r\n", 2, 2, 2],
    ["one\rtwo", 1, 1, "one\r", 1, 1, 2],
    ["", undefined, undefined, "", 1, 0, 0],
    ["\n", undefined, undefined, "\n", 1, 1, 1],
  ] as const)(
    "lines of %j from %s, %s of them",
    async (content, startLine, maxLines, text, start, end, total) => {
      const snapshot = await set(content);
      const range = { ...(startLine && { startLine }), ...(maxLines && { maxLines }) };
      expect(await readSkillResource({ snapshot, name: "pdf", path: "x", ...range })).toEqual({
        skill: "pdf",
        path: "x",
        text,
        bytes: text.length,
        startLine: start,
        endLine: end,
        totalLines: total,
      });
    },
  );

  test.each([
    { startLine: 0 },
    { startLine: 4 },
    { maxLines: 0 },
    { startLine: 1.5 },
    { maxBytes: -1 },
  ])("%j is refused", async (range) => {
    const snapshot = await set("one\ntwo\nthree\n");
    const read = readSkillResource({ snapshot, name: "pdf", path: "x", ...range });
    await expect(read).rejects.toMatchObject({ code: "invalid_option" });
  });

  test("exactly 1 MiB is read, one byte more is refused", async () => {
    const snapshot = await set("x".repeat(1_048_576));
    expect((await readSkillResource({ snapshot, name: "pdf", path: "x" })).bytes).toBe(1_048_576);
    const larger = await set("x".repeat(1_048_577));
    const read = readSkillResource({ snapshot: larger, name: "pdf", path: "x" });
    await expect(read).rejects.toMatchObject({
      code: "resource_too_large",
      message: expect.stringContaining("1048577"),
    });
    const maxBytes = 1_048_577;
    await expect(
      readSkillResource({ snapshot: larger, name: "pdf", path: "x", maxBytes }),
    ).resolves.toBeTruthy();
  });

  test.each([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], "image/png"],
    [[0x25, 0x50, 0x44, 0x46, 0x2d, 0xff], "application/pdf"],
    [[0x61, 0, 0x62], "application/octet-stream"],
    [[0xc3, 0x28], "application/octet-stream"],
    [[0xff, 0xfe, 0x61, 0], "application/octet-stream"],
  ])("bytes %j are refused as %s, with their number", async (bytes, type) => {
    const snapshot = await set(new Uint8Array(bytes));
    const read = readSkillResource({ snapshot, name: "pdf", path: "x" });
    await expect(read).rejects.toMatchObject({ code: "resource_binary" });
    await expect(read).rejects.toThrow(new RegExp(`${type} of ${bytes.length} bytes`));
  });

  test("a byte-order mark is dropped, other scripts and emoji stay", async () => {
    const snapshot = await set("\uFEFF日本 😀");
    expect((await readSkillResource({ snapshot, name: "pdf", path: "x" })).text).toBe("日本 😀");
  });
});

describe("events", () => {
  test("tell skill, resource, reason and bytes, and nothing else", async () => {
    const events: SkillEvent[] = [];
    const onEvent = (event: SkillEvent): void => void events.push(event);
    const snapshot = await discoverIn(memoryFileSystem(files));
    await loadSkillBody({ snapshot, name: "pdf", onEvent });
    const path = "references/guide.md";
    const reason = "the task\nnames \u001b[31m/home/ada/secret.pdf and C:\\Users\\ada";
    await readSkillResource({ snapshot, name: "pdf", path, reason, maxLines: 1, onEvent });
    expect(events).toEqual([
      {
        schemaVersion: 1,
        event: "skill.body.loaded",
        skill: "pdf",
        resource: null,
        reason: null,
        bytes: 32,
      },
      {
        schemaVersion: 1,
        event: "skill.resource.loaded",
        skill: "pdf",
        resource: path,
        reason: "the task names [path] and [path]",
        bytes: 4,
      },
    ]);
  });

  test("a refused disclosure emits none", async () => {
    const events: SkillEvent[] = [];
    const snapshot = await discoverIn(memoryFileSystem(files));
    const read = readSkillResource({
      snapshot,
      name: "pdf",
      path: "none",
      onEvent: (event) => void events.push(event),
    });
    await expect(read).rejects.toThrow();
    expect(events).toEqual([]);
  });
});

describe("a session", () => {
  test("counts the bytes of the three levels apart", async () => {
    const session = createSkillSession({ snapshot: await discoverIn(memoryFileSystem(files)) });
    expect(session.counters()).toEqual({ catalogBytes: 0, bodyBytes: 0, resourceBytes: 0 });
    const { text } = session.catalog();
    session.catalog();
    await session.load("pdf");
    await session.resource("pdf", "references/guide.md", { startLine: 3 });
    expect(session.counters()).toEqual({
      catalogBytes: text.length,
      bodyBytes: 32,
      resourceBytes: 6,
    });
  });

  test("gives the active skills with their text, as they were loaded, also after a refresh", async () => {
    const fileSystem = memoryFileSystem({
      ...files,
      "/w/.agents/skills/a/SKILL.md": skillText("a"),
    });
    const events: string[] = [];
    const snapshot = await discoverIn(fileSystem);
    const session = createSkillSession({ snapshot, onEvent: ({ event }) => events.push(event) });
    await session.load("pdf");
    await session.load("a");
    await session.load("pdf");
    fileSystem.remove(SKILL);
    expect((await session.refresh()).removed).toEqual([".agents/skills/pdf/SKILL.md"]);
    expect(session.snapshot.skills).toHaveLength(1);
    expect(session.active().map(({ name, body }) => [name, body])).toEqual([
      ["pdf", "# PDF\n\nSee references/guide.md.\n"],
      ["a", "Do it.\n"],
    ]);
    expect(session.release("pdf")).toBe(true);
    expect(session.release("pdf")).toBe(false);
    expect(session.active()).toHaveLength(1);
    expect(events).toEqual(["skill.body.loaded", "skill.body.loaded", "skill.body.loaded"]);
  });
});
