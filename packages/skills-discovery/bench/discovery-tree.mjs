// The tree that every candidate gets: published skills and renamed copies of them, one directory
// each, in a workspace of its own.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const corpora = path.resolve(
  process.env["ALISIO_CORPORA"] ??
    fileURLToPath(new URL("../../../../shared/corpora", import.meta.url)),
);

/** Where published skills are; undefined where there are none here. */
export const publishedSkills = fs.existsSync(path.join(corpora, "skills"))
  ? path.join(corpora, "skills")
  : undefined;

/** All `SKILL.md` of a directory. */
export function skillFiles(directory) {
  return fs
    .readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "SKILL.md")
    .sort()
    .map((name) => path.join(directory, name));
}

/** Texts like those of published skills, for where there are none. */
function generatedTexts(count) {
  return Array.from({ length: count }, (_, index) => {
    const description = `Does task ${index} of many. Use when the user asks for task ${index}, or a part of it.`;
    const body = "A line of instructions that says what to do next, and why.\n".repeat(
      100 + (index % 50),
    );
    return `---\nname: generated-${index}\ndescription: ${description}\nlicense: MIT\n---\n\n${body}`;
  });
}

const NAME = /^(name:[ \t]*["']?)([^\r\n"']*?)(["']?[ \t]*)$/m;

/**
 * Makes a workspace with so many skills; gives its path and those of the files. Each lies in a
 * directory of its own name; where a name is taken, it is a renamed copy. So every peer finds as
 * many skills as there are.
 */
export function makeTree(count) {
  const workspace = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "skills-bench-"));
  const root = path.join(workspace, ".agents/skills");
  const texts = publishedSkills
    ? skillFiles(publishedSkills).map((file) => fs.readFileSync(file, "utf8"))
    : generatedTexts(count);
  const taken = new Set();
  const files = [];
  for (let index = 0; index < count; index += 1) {
    const text = texts[index % texts.length];
    const written = NAME.exec(text)?.[2].trim() ?? "";
    const name = /^[a-z0-9-]+$/.test(written) ? written : `skill-${index % texts.length}`;
    let unique = name;
    for (let copy = 2; taken.has(unique); copy += 1) unique = `${name}-${copy}`;
    taken.add(unique);
    const directory = path.join(root, unique);
    fs.mkdirSync(directory, { recursive: true });
    const renamed = text.replace(NAME, (_, before, __, after) => before + unique + after);
    fs.writeFileSync(path.join(directory, "SKILL.md"), renamed);
    files.push(path.join(directory, "SKILL.md"));
  }
  fs.mkdirSync(path.join(workspace, ".git"));
  fs.mkdirSync(path.join(workspace, ".claude"));
  fs.symlinkSync("../.agents/skills", path.join(workspace, ".claude/skills"));
  fs.mkdirSync(path.join(workspace, "home"));
  fs.writeFileSync(path.join(workspace, "files.json"), JSON.stringify(files));
  return { workspace, root, files };
}
