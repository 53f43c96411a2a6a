// Time to inspect and to validate published skills, against the floor of reading the same files
// and parsing the same frontmatter with the full YAML parser; all in one process, on the build.
//
//   node bench/format.mjs [runs]
//
// Skills are taken from `skills` in ALISIO_CORPORA (default: ../shared/corpora beside the
// repository); without them a few hundred are generated.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { inspectSkill, validateSkill } from "../dist/index.js";

const RUNS = Number(process.argv[2] ?? 15);
const CORPORA =
  process.env.ALISIO_CORPORA ??
  fileURLToPath(new URL("../../../../shared/corpora", import.meta.url));

const generated = existsSync(join(CORPORA, "skills")) ? undefined : generate();
const root = generated ?? join(CORPORA, "skills");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => basename(name) === "SKILL.md")
  .map((name) => join(root, name));

const ENDS = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$/m;

const jobs = {
  read() {
    for (const file of files) readFileSync(file);
  },
  floor() {
    for (const file of files) {
      const content = ENDS.exec(readFileSync(file, "utf8"))?.[1] ?? "";
      parse(content);
    }
  },
  async inspect() {
    for (const path of files) {
      const directoryName = basename(dirname(path));
      const inspection = inspectSkill({
        bytes: readFileSync(path),
        path,
        directoryName,
        scope: "frontmatter",
      });
      if (inspection instanceof Promise) await inspection;
    }
  },
  async validate() {
    const findTarget = (path) => (existsSync(path) ? "found" : "missing");
    for (const path of files)
      await validateSkill({ content: readFileSync(path), path, findTarget });
  },
};

const times = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
for (let run = -2; run < RUNS; run += 1) {
  for (const [name, job] of Object.entries(jobs)) {
    const before = process.cpuUsage();
    await job();
    const { user, system } = process.cpuUsage(before);
    // The first runs compile the code.
    if (run >= 0) times[name].push((user + system) / 1000);
  }
}
if (generated !== undefined) rmSync(generated, { recursive: true, force: true });

const median = (values) => values.sort((left, right) => left - right)[values.length >> 1];
const floor = median(times.floor);
process.stdout.write(`${files.length} skills, ${RUNS} runs, medians of processor time\n`);
for (const name of Object.keys(jobs)) {
  const time = median(times[name]);
  process.stdout.write(
    `${name.padEnd(9)} ${time.toFixed(1).padStart(7)} ms  ${(time / floor).toFixed(2)} of the floor\n`,
  );
}

function generate() {
  const directory = mkdtempSync(join(tmpdir(), "skills-bench-"));
  for (let index = 0; index < 500; index += 1) {
    const skill = join(directory, `skill-${index}`);
    mkdirSync(skill);
    const head = `---\nname: skill-${index}\ndescription: Shows how number ${index} works, and when to use it.\nmetadata:\n  version: "1.0"\n---\n`;
    writeFileSync(
      join(skill, "SKILL.md"),
      head + "Some text with a [link](https://example.org).\n".repeat(150),
    );
  }
  return directory;
}
