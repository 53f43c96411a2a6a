import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, bench, describe } from "vitest";
import {
  createInstructionTracker,
  explainAll,
  explainPath,
  resolveInstructions,
} from "../src/node.ts";

const DEEP = "a/b/c/d/e/f/g/h";

/** A repository of so many directories, one in ten of them with an instruction file. */
function repository(directories: number): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "agents-md-bench-")));
  mkdirSync(join(root, ".git"));
  const rules = "One rule of many.\n".repeat(100);
  for (let index = 0; index < directories; index += 1) {
    const directory = join(root, `p${index % 20}`, `q${Math.floor(index / 20) % 50}`, `r${index}`);
    mkdirSync(directory, { recursive: true });
    if (index % 10 === 0) writeFileSync(join(directory, "AGENTS.md"), rules);
  }
  mkdirSync(join(root, DEEP), { recursive: true });
  for (const path of ["", "a", "a/b/c", DEEP]) writeFileSync(join(root, path, "AGENTS.md"), rules);
  return root;
}

for (const directories of [200, 20000]) {
  const root = repository(directories);
  const cwd = join(root, DEEP);
  afterAll(() => rmSync(root, { recursive: true, force: true }), 120_000);

  describe(`a repository of ${directories} directories`, async () => {
    const tracker = await createInstructionTracker({ cwd: root });
    bench("explain a path eight directories down", async () => {
      await explainPath({ cwd: root, target: `${DEEP}/x.ts` });
    });
    bench("resolve eight directories down", async () => {
      await resolveInstructions({ cwd });
    });
    bench("a step of five calls that are all seen", async () => {
      await tracker.step(
        [1, 2, 3, 4, 5].map((id) => ({
          id: `${id}`,
          effect: "process",
          command: `cat ${DEEP}/x${id}.ts | grep -n "a b" > /dev/null`,
        })),
      );
    });
    bench(
      "explain --all",
      async () => {
        await explainAll({ cwd: root });
      },
      { iterations: 3, time: 0, warmupIterations: 0, warmupTime: 0 },
    );
  });
}
