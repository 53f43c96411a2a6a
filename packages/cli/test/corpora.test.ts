import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTree, run } from "./helpers.ts";

const repository = join(import.meta.dirname, "../../..");
const corpora = resolve(repository, process.env["ALISIO_CORPORA"] ?? "../shared/corpora");
const has = existsSync(join(corpora, "agents-md", "codex-golden.json"));

interface Explained {
  readonly path: string;
  readonly status: string;
  readonly bytes: number;
  readonly loadedBytes: number;
}

describe.skipIf(!has)("real repositories", () => {
  const golden = has
    ? JSON.parse(readFileSync(join(corpora, "agents-md", "codex-golden.json"), "utf8"))
    : { results: {} };
  const directories = Object.entries(golden.results).flatMap(([name, entries]) =>
    Object.entries(
      entries as Record<string, Record<string, { bytes: number; sha256: string }>>,
    ).map(([directory, caps]) => [name, directory, caps] as const),
  );

  const explain = async (name: string, directory: string, maxBytes: number) => {
    const root = join(corpora, "agents-md", name);
    const tree = makeTree({
      "work/": "",
      "home/.config/alisio/config.json": JSON.stringify({ context: { maxBytes } }),
    });
    const cwd = join(root, directory);
    const args = [
      "context",
      "explain",
      `${cwd}/`,
      "--workspace-root",
      root,
      "--cwd",
      cwd,
      "--json",
    ];
    return { root, files: (await run(tree, args)).json().files as Explained[] };
  };

  it.each(directories)(
    "%s, %s: the chain is the one that Codex sends",
    async (name, directory, caps) => {
      const { root, files } = await explain(name, directory, 1_048_576);
      const text = files
        .filter((file) => file.status === "loaded")
        .map((file) => readFileSync(join(root, file.path), "utf8"))
        .join("\n\n");
      expect(Buffer.byteLength(text)).toBe(caps["max1048576"]?.bytes);
      expect(createHash("sha256").update(text).digest("hex")).toBe(caps["max1048576"]?.sha256);
    },
  );

  it.each(directories)(
    "%s, %s: at 32 KiB the closest file is whole wherever it fits",
    async (name, directory) => {
      const { files } = await explain(name, directory, 32_768);
      const closest = files.filter((file) => file.bytes > 0).at(-1);
      expect(closest).toBeDefined();
      if ((closest?.bytes ?? 0) <= 32_768) {
        expect(closest).toMatchObject({ status: "loaded", loadedBytes: closest?.bytes });
      } else expect(closest).toMatchObject({ status: "truncated" });
    },
  );
});

describe.skipIf(!has)("real skills", () => {
  const root = join(corpora, "skills");

  it("each SKILL.md that the scan reaches has a fate with its reason", async () => {
    const folders = readdirSync(root).map((folder) => join(root, folder));
    const tree = makeTree({
      "work/": "",
      "home/.config/alisio/config.json": JSON.stringify({ skills: folders }),
    });
    const value = (await run(tree, ["skills", "list", "--json"])).json();
    const fates = new Map<string, number>();
    for (const { status } of value.skills) fates.set(status, (fates.get(status) ?? 0) + 1);
    fates.set("rejected", value.rejected.length);
    // 1,328 in all: 26 lie inside another skill and 4 in dot-directories.
    expect([...fates.values()].reduce((sum, count) => sum + count, 0)).toBe(1328 - 26 - 4);
    for (const skill of value.skills) {
      if (skill.status !== "enabled") expect(skill.reason).toEqual(expect.any(String));
    }
    for (const { diagnostics } of value.rejected) expect(diagnostics.length).toBeGreaterThan(0);
  });

  it("validate gives a verdict on every file", async () => {
    const tree = makeTree({ "work/": "" });
    const value = (await run(tree, ["skills", "validate", root, "--json"])).json();
    expect(value.checked).toBe(1328);
    expect(value.files).toHaveLength(1328);
  });
});
