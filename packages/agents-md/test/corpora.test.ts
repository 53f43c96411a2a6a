import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { explainAll, explainPath, resolveInstructions } from "../src/node.ts";

const corpora =
  process.env["ALISIO_CORPORA"] ?? resolve(import.meta.dirname, "../../../../shared/corpora");
const folder = join(corpora, "agents-md");
const golden = join(folder, "codex-golden.json");

interface Sent {
  readonly bytes: number;
  readonly sha256: string;
}

interface Golden {
  readonly results: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<"max32768" | "max1048576", Sent>>>>>
  >;
}

/** What Codex was seen to send for each instruction directory of real repositories. */
function rows(): readonly {
  readonly repository: string;
  readonly directory: string;
  readonly sent: Golden["results"][string][string];
}[] {
  if (!existsSync(golden)) return [];
  const { results } = JSON.parse(readFileSync(golden, "utf8")) as Golden;
  return Object.entries(results).flatMap(([repository, directories]) =>
    Object.entries(directories).map(([directory, sent]) => ({ repository, directory, sent })),
  );
}

const measured = rows();

describe.runIf(measured.length > 0)("real repositories", () => {
  it.each(measured)("$repository $directory", async ({ repository, directory, sent }) => {
    const workspaceRoot = join(folder, repository);
    const cwd = join(workspaceRoot, directory);
    const whole = await resolveInstructions({ cwd, workspaceRoot, maxBytes: 1048576 });
    const loaded = whole.files.filter(({ status }) => status === "loaded");
    const joined = Buffer.from(loaded.map(({ content }) => content).join("\n\n"));
    expect(joined.length).toBe(sent.max1048576.bytes);
    expect(createHash("sha256").update(joined).digest("hex")).toBe(sent.max1048576.sha256);
    for (const { content, sha256, path } of loaded) {
      const onDisk = readFileSync(join(workspaceRoot, path));
      expect(sha256).toBe(createHash("sha256").update(onDisk).digest("hex"));
      expect(Buffer.from(content).equals(onDisk)).toBe(true);
      expect(whole.text).toContain(content);
    }

    const capped = await resolveInstructions({ cwd, workspaceRoot });
    const closest = capped.files.at(-1);
    expect(closest?.status).toBe((closest?.bytes ?? 0) <= 32768 ? "loaded" : "truncated");
    expect(capped.budget.usedBytes).toBeLessThanOrEqual(32768);

    const explained = await explainPath({ cwd: workspaceRoot, workspaceRoot, target: cwd });
    expect(explained.budget).toEqual(capped.budget);
    const cuts = explained.diagnostics.filter(({ code }) => code.endsWith("codex-cuts-closest"));
    expect(cuts).toHaveLength(sent.max32768.sha256 === sent.max1048576.sha256 ? 0 : 1);
  });

  it("are all found by one walk", async () => {
    for (const repository of new Set(measured.map((row) => row.repository))) {
      const root = join(folder, repository);
      const value = await explainAll({ cwd: root, workspaceRoot: root });
      const found = new Set(value.directories.map(({ path }) => path));
      const listed = measured.filter((row) => row.repository === repository);
      expect(listed.filter(({ directory }) => !found.has(directory))).toEqual([]);
      expect(value.complete).toBe(true);
    }
  });
});
