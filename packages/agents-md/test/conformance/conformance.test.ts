import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { explainPath, resolveInstructions } from "../../src/node.ts";
import { put } from "../support/temporary-tree.ts";
import { type ConformanceRow, rows } from "./rows.ts";

const page = new URL("../../../../docs/conformance/instruction-files.md", import.meta.url);
const codex = join(process.env["ALISIO_PEERS"] ?? "", "codex/node_modules/.bin/codex");

function build(row: ConformanceRow): { readonly home: string; readonly cwd: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "conformance-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const workspace = join(root, "workspace");
  mkdirSync(home);
  mkdirSync(workspace);
  for (const [path, entry] of Object.entries(row.tree)) {
    put(path.startsWith("home:") ? join(home, path.slice(5)) : join(workspace, path), entry);
  }
  return { home, cwd: join(workspace, row.cwd ?? ".") };
}

/** The tree's own words: all in capitals, so that no text around them has them. */
function wordsOf(row: ConformanceRow): readonly string[] {
  return Object.values(row.tree).flatMap((entry) => {
    const text = typeof entry === "string" ? entry : "";
    return text.match(/\b[A-Z]{3,}\b/g)?.filter((word) => word !== "INSTRUCTIONS") ?? [];
  });
}

function table(): string {
  const lines = rows.map(
    ({ what, rule, why }) =>
      `| ${what} | ${why === undefined ? "the same" : "**differs**"} | ${rule} | ${why ?? ""} |`,
  );
  return [
    "| what is there | | what happens | why ours differs |",
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
}

describe("conformance to the convention, beside Codex", () => {
  it.each(rows.map((row) => [row.what, row] as const))("%s", async (_, row) => {
    const { home: configHome, cwd } = build(row);
    const { files } = await explainPath({ cwd, configHome, target: "." });
    expect(files.map(({ path, status }) => `${path}: ${status}`)).toEqual(row.ours);
    const { text } = await resolveInstructions({ cwd, configHome });
    const held = wordsOf(row).filter((word) => text.includes(word));
    for (const word of row.oursHolds) expect(text).toContain(word);
    for (const word of held) expect(row.oursHolds).toContain(word);
  });

  it.skipIf(!existsSync(codex)).each(rows.map((row) => [row.what, row] as const))(
    "Codex: %s",
    (_, row) => {
      const { home, cwd } = build(row);
      const { stdout } = spawnSync(codex, ["debug", "prompt-input", "x"], {
        cwd,
        env: { ...process.env, CODEX_HOME: home, HOME: home },
        encoding: "utf8",
      });
      for (const word of row.codexHolds) expect(stdout).toContain(word);
      for (const word of wordsOf(row)) {
        if (!row.codexHolds.includes(word)) expect(stdout).not.toMatch(new RegExp(`\\b${word}\\b`));
      }
    },
  );

  it("is the table of the page (ALISIO_UPDATE=1 writes it)", () => {
    const text = readFileSync(page, "utf8");
    const introduction = text.slice(0, `${text}| what is there`.indexOf("| what is there"));
    const wanted = `${introduction}${table()}\n`;
    if (process.env["ALISIO_UPDATE"] === "1") writeFileSync(page, wanted);
    else expect(text).toBe(wanted);
  });
});
