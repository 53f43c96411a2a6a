import type { DirectoryEntry, FileKind } from "../file-system.ts";
import { compareCodeUnits } from "./text.ts";

/** The one name that a skill's file has. */
export const SKILL_FILE_NAME = "SKILL.md";

/** What discovery needs of a directory's names; each list in code-unit order. */
export interface Listing {
  /** What is called exactly `SKILL.md`. */
  readonly skill: FileKind | undefined;
  /** Names that differ from `SKILL.md` in case alone. */
  readonly wrongCase: readonly string[];
  readonly directories: readonly string[];
  readonly links: readonly string[];
  /** Dot-directories and links of such a name; `.git` is not among them. */
  readonly hidden: readonly string[];
}

const NONE: readonly string[] = Object.freeze([]);

/** What most directories of skills come to; kept once. */
const SKILL_ALONE: Listing = {
  skill: "file",
  wrongCase: NONE,
  directories: NONE,
  links: NONE,
  hidden: NONE,
};

export function toListing(entries: readonly DirectoryEntry[]): Listing {
  let skill: FileKind | undefined;
  const wrongCase: string[] = [];
  const directories: string[] = [];
  const links: string[] = [];
  const hidden: string[] = [];
  for (const { name, kind } of entries) {
    if (name === SKILL_FILE_NAME) skill = kind;
    else if (name === ".git" || name === "node_modules") continue;
    else if (isWrongCase(name) && kind !== "directory") wrongCase.push(name);
    else if (kind === "directory") (name.startsWith(".") ? hidden : directories).push(name);
    else if (kind === "link") (name.startsWith(".") ? hidden : links).push(name);
  }
  const listed = [wrongCase, directories, links, hidden];
  if (skill === "file" && listed.every((names) => names.length === 0)) return SKILL_ALONE;
  for (const names of listed) names.sort(compareCodeUnits);
  return { skill, wrongCase, directories, links, hidden };
}

function isWrongCase(name: string): boolean {
  return name.length === SKILL_FILE_NAME.length && name.toLowerCase() === "skill.md";
}
