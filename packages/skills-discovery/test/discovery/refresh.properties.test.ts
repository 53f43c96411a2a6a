import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refreshSkills } from "../../src/index.ts";
import { type MemoryFileSystem, memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

const RUNS = Number(process.env["ALISIO_FC_RUNS"] ?? 300);

const ROOTS = ["/w/.agents/skills", "/w/.claude/skills", "/home/ada/.agents/skills", "/w/shared"];
const NAMES = ["a", "b", "c", "deep", ".dot", "node_modules"];

const directory = fc
  .tuple(fc.constantFrom(...ROOTS), fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }))
  .map(([root, below]) => [root, ...below].join("/"));

const content = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("a", "b", "c"),
      fc.constantFrom("One.", "Two."),
      fc.constantFrom("x", "y"),
    )
    .map(([name, description, body]) => skillText(name, description, body)),
  fc.constantFrom("", "---\nname: A\n---\n", "---\ndescription: x\n---\n"),
);

type Edit = (fileSystem: MemoryFileSystem) => void;

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(directory, fc.constantFrom("SKILL.md", "SKILL.md", "skill.md", "x.md"), content).map(
    ([path, name, text]): Edit =>
      (fileSystem) =>
        fileSystem.write(`${path}/${name}`, text),
  ),
  directory.map(
    (path): Edit =>
      (fileSystem) =>
        fileSystem.remove(path),
  ),
  directory.map(
    (path): Edit =>
      (fileSystem) =>
        fileSystem.remove(`${path}/SKILL.md`),
  ),
  directory.map(
    (path): Edit =>
      (fileSystem) =>
        fileSystem.special(`${path}/SKILL.md`),
  ),
  directory.map(
    (path): Edit =>
      (fileSystem) =>
        fileSystem.makeDirectory(`${path}/SKILL.md`),
  ),
  fc.tuple(directory, directory).map(
    ([from, to]): Edit =>
      (fileSystem) =>
        fileSystem.link(from, to),
  ),
  fc.tuple(directory, directory).map(
    ([from, to]): Edit =>
      (fileSystem) =>
        fileSystem.link(`${from}/SKILL.md`, `${to}/SKILL.md`),
  ),
  fc.tuple(directory, fc.constantFrom("a", "b"), content).map(
    ([from, name, text]): Edit =>
      (fileSystem) => {
        fileSystem.write(`/w/shared/${name}/SKILL.md`, text);
        fileSystem.link(`${from}/${name}`, `/w/shared/${name}`);
      },
  ),
  fc.tuple(directory, directory).map(
    ([from, to]): Edit =>
      (fileSystem) =>
        fileSystem.move(from, to),
  ),
);

/** What the edit can't do, such as writing below a file, it leaves. */
function apply(fileSystem: MemoryFileSystem, edits: readonly Edit[]): void {
  for (const change of edits) {
    try {
      change(fileSystem);
    } catch {
      // Not every edit fits every tree.
    }
  }
}

describe("refreshSkills", () => {
  test("gives what a discovery of the new tree gives, and tells exactly what differs", async () => {
    const seen = { added: 0, removed: 0, changed: 0, same: 0, rejected: 0, links: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 25, size: "max" }),
        fc.array(fc.array(edit, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (start, rounds) => {
          const fileSystem = memoryFileSystem();
          apply(fileSystem, start);
          const rules = { maxDepth: 3, maxDirectories: 20 };
          let snapshot = await discoverIn(fileSystem, {}, rules);
          for (const round of rounds) {
            apply(fileSystem, round);
            const refresh = await refreshSkills({ snapshot });
            const cold = await discoverIn(fileSystem, {}, rules);
            expect(refresh.snapshot).toEqual(cold);
            const before = new Set(
              [...snapshot.skills, ...snapshot.rejected].map(({ path }) => path),
            );
            const now = new Set([...cold.skills, ...cold.rejected].map(({ path }) => path));
            expect(refresh.added).toEqual([...now].filter((path) => !before.has(path)).sort());
            expect(refresh.removed).toEqual([...before].filter((path) => !now.has(path)).sort());
            const verdicts = new Map(
              [...snapshot.skills, ...snapshot.rejected].map((entry) => [entry.path, entry]),
            );
            const differing = [...cold.skills, ...cold.rejected].filter((entry) => {
              const earlier = verdicts.get(entry.path);
              return earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(entry);
            });
            expect(refresh.changed).toEqual(differing.map(({ path }) => path).sort());
            seen.added += refresh.added.length;
            seen.removed += refresh.removed.length;
            seen.changed += refresh.changed.length;
            seen.same += Number(refresh.snapshot === snapshot);
            seen.rejected += cold.rejected.length;
            seen.links += cold.skills.filter(({ linkTarget }) => linkTarget !== null).length;
            snapshot = refresh.snapshot;
          }
        },
      ),
      { numRuns: RUNS },
    );
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(5);
  });
});
