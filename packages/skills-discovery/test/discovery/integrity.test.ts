import { describe, expect, test } from "vitest";
import {
  buildIntegrityManifest,
  loadSkillBody,
  readSkillResource,
  verifyIntegrity,
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

describe("integrity", () => {
  async function setUp() {
    const fileSystem = memoryFileSystem(files);
    const snapshot = await discoverIn(fileSystem);
    return {
      fileSystem,
      snapshot,
      manifest: await buildIntegrityManifest({ snapshot, name: "pdf" }),
    };
  }

  test("a manifest names every file with size and hash", async () => {
    const { manifest } = await setUp();
    expect(manifest).toMatchObject({ schemaVersion: 1, skill: "pdf" });
    expect(manifest.files.map(({ path, bytes }) => [path, bytes])).toEqual([
      ["SKILL.md", 74],
      ["references/guide.md", 14],
      ["scripts/run.py", 8],
    ]);
    // `printf 'print()\n' | sha256sum`
    const sum = "d8594fa1268ecabc62af7c9e2449b8c46db0f426cd9aad384c67efe59e582b3e";
    expect(manifest.files[2]?.sha256).toBe(sum);
  });

  test("what changed, went and came is found", async () => {
    const { fileSystem, snapshot, manifest } = await setUp();
    const name = "pdf";
    expect(await verifyIntegrity({ snapshot, name, manifest })).toEqual({
      intact: true,
      changed: [],
      missing: [],
      added: [],
    });
    fileSystem.write(`${SKILL}/references/guide.md`, "One\ntwo\nthree\n");
    fileSystem.remove(`${SKILL}/scripts/run.py`);
    fileSystem.write(`${SKILL}/scripts/more.py`, "");
    expect(await verifyIntegrity({ snapshot, name, manifest })).toEqual({
      intact: false,
      changed: ["references/guide.md"],
      missing: ["scripts/run.py"],
      added: ["scripts/more.py"],
    });
  });

  test("what a manifest doesn't vouch for isn't loaded", async () => {
    const { fileSystem, snapshot, manifest: integrity } = await setUp();
    const name = "pdf";
    await expect(loadSkillBody({ snapshot, name, integrity })).resolves.toBeTruthy();
    const path = "references/guide.md";
    await expect(readSkillResource({ snapshot, name, path, integrity })).resolves.toBeTruthy();
    fileSystem.write(`${SKILL}/${path}`, "changed");
    fileSystem.write(`${SKILL}/new.md`, "new");
    fileSystem.write(`${SKILL}/SKILL.md`, skillText("pdf", "Reads PDF.", "Changed.\n"));
    const code = "integrity_mismatch";
    await expect(readSkillResource({ snapshot, name, path, integrity })).rejects.toMatchObject({
      code,
    });
    await expect(
      readSkillResource({ snapshot, name, path: "new.md", integrity }),
    ).rejects.toMatchObject({ code });
    await expect(loadSkillBody({ snapshot, name, integrity })).rejects.toMatchObject({ code });
  });

  test("a manifest of another skill is a mistake", async () => {
    const { snapshot, manifest } = await setUp();
    const other = { ...manifest, skill: "xls" };
    await expect(verifyIntegrity({ snapshot, name: "pdf", manifest: other })).rejects.toMatchObject(
      {
        code: "invalid_option",
      },
    );
    await expect(loadSkillBody({ snapshot, name: "pdf", integrity: other })).rejects.toMatchObject({
      code: "integrity_mismatch",
    });
  });

  test("links out of the skill are in no manifest", async () => {
    const fileSystem = memoryFileSystem({ ...files, "/etc/x": "SECRET" });
    fileSystem.link(`${SKILL}/leak`, "/etc/x");
    const snapshot = await discoverIn(fileSystem);
    const { files: listed } = await buildIntegrityManifest({ snapshot, name: "pdf" });
    expect(listed.map(({ path }) => path)).not.toContain("leak");
  });
});
