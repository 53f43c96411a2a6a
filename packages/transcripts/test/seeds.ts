import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** One valid session of a fixture. */
export interface Seed {
  readonly name: string;
  readonly text: string;
}

const FIXTURES = join(import.meta.dirname, "fixtures");

/** Every session of every format that the fixtures hold. */
export const SEEDS: readonly Seed[] = filesUnder(FIXTURES)
  .filter((path) => /\.(?:jsonl?|traj)$/.test(path) && !path.endsWith("expected.json"))
  .map((path) => ({ name: relative(FIXTURES, path), text: readFileSync(path, "utf8") }));

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

/** How often properties run: more with the environment variable. */
export const RUNS: number = Number(process.env["ALISIO_FC_RUNS"] ?? 300);
