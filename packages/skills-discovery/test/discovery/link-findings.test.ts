import { expect, test } from "vitest";
import type { SkillSnapshot } from "../../src/index.ts";
import { failure, memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, glance, skillText } from "../support/skills.ts";

const PROJECT = "/w/.agents/skills";
const SHOWN = ".agents/skills";

const findings = (snapshot: SkillSnapshot): unknown[] =>
  snapshot.roots.flatMap(({ diagnostics }) =>
    diagnostics.map(({ code, severity, path, message }) => [code, severity, path, message]),
  );

test("what becomes of a link in a root is said in full", async () => {
  const fileSystem = memoryFileSystem({
    [`${PROJECT}/group/a/SKILL.md`]: skillText("a"),
    "/elsewhere/b/SKILL.md": skillText("b"),
    "/w/readme.md": "",
  });
  fileSystem.link(`${PROJECT}/1-outside`, "/elsewhere");
  fileSystem.link(`${PROJECT}/2-nothing`, "/gone");
  fileSystem.link(`${PROJECT}/3-itself`, "3-itself");
  fileSystem.link(`${PROJECT}/4-above`, "..");
  fileSystem.link(`${PROJECT}/5-known`, "group/a");
  fileSystem.link(`${PROJECT}/6-group`, "group");
  fileSystem.link(`${PROJECT}/7-file`, "/w/readme.md");
  fileSystem.link(`${PROJECT}/8-closed`, "group");
  fileSystem.link(`${PROJECT}/9-vague`, "/w/readme.md");
  fileSystem.before = ({ method, path }) => {
    if (method === "realPath" && path.endsWith("8-closed")) throw failure("EACCES");
    if (method === "stat" && path === "/w/readme.md") throw failure("EIO");
  };
  const snapshot = await discoverIn(fileSystem);
  expect(glance(snapshot)).toEqual([`enabled a ${SHOWN}/group/a/SKILL.md`]);
  const cycle =
    "The link leads back to itself or to a directory that holds it; it was not followed. Remove it.";
  const known = (target: string): string =>
    `The link leads to ${SHOWN}/${target}, which was searched already; each directory is taken once.`;
  expect(findings(snapshot)).toEqual([
    [
      "directory.link-outside",
      "warning",
      `${SHOWN}/1-outside`,
      "The link leads out of the workspace root; a project's skills are read from inside it only. Copy the directory, or configure its target as a root.",
    ],
    [
      "directory.link-broken",
      "warning",
      `${SHOWN}/2-nothing`,
      "The link leads nowhere. Mend or remove it.",
    ],
    ["directory.cycle", "warning", `${SHOWN}/3-itself`, cycle],
    ["directory.cycle", "warning", `${SHOWN}/4-above`, cycle],
    ["directory.duplicate", "information", `${SHOWN}/5-known`, known("group/a")],
    ["directory.duplicate", "information", `${SHOWN}/6-group`, known("group")],
    [
      "directory.unreadable",
      "error",
      `${SHOWN}/8-closed`,
      "The link's target could not be reached. Check the permissions on its way.",
    ],
  ]);
  expect(snapshot.roots[0]).toMatchObject({ searched: true, partial: true });
});

test("a link in a skill is a finding where it leads back up, and only there", async () => {
  const fileSystem = memoryFileSystem({
    [`${PROJECT}/a/SKILL.md`]: skillText("a"),
    [`${PROJECT}/a/scripts/run.sh`]: "",
    "/w/shared/x": "",
  });
  fileSystem.link(`${PROJECT}/a/1-shared`, "/w/shared");
  fileSystem.link(`${PROJECT}/a/2-file`, "scripts/run.sh");
  fileSystem.link(`${PROJECT}/a/3-inside`, "scripts");
  fileSystem.link(`${PROJECT}/a/4-nothing`, "/gone");
  fileSystem.link(`${PROJECT}/a/5-itself`, "5-itself");
  fileSystem.link(`${PROJECT}/a/6-own`, ".");
  const snapshot = await discoverIn(fileSystem);
  const [root] = snapshot.roots;
  expect(root?.partial).toBe(false);
  expect(root?.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
    `directory.cycle ${SHOWN}/a/5-itself`,
    `directory.cycle ${SHOWN}/a/6-own`,
  ]);
});

test("of a skill with very many links some are looked at", async () => {
  const fileSystem = memoryFileSystem({ [`${PROJECT}/a/SKILL.md`]: skillText("a") });
  for (let count = 0; count < 200; count += 1) fileSystem.link(`${PROJECT}/a/l${count}`, ".");
  const snapshot = await discoverIn(fileSystem);
  expect(findings(snapshot)).toHaveLength(64);
});

test("other work is let run while links are followed", async () => {
  const pauses = async (links: number): Promise<number> => {
    const fileSystem = memoryFileSystem({ "/home/ada/.config/alisio/skills/x/y": "" });
    for (let count = 0; count < links; count += 1) {
      fileSystem.link(`/home/ada/.agents/skills/l${count}`, "/gone");
    }
    let count = 0;
    const pause = async (): Promise<void> => {
      count += 1;
    };
    await discoverIn(Object.assign(fileSystem, { pause }));
    return count;
  };
  expect(await pauses(2000)).toBeGreaterThan(await pauses(0));
});
