import { checkSkillLinks } from "../check-skill-links.ts";
import type { SkillFileSystem } from "../file-system.ts";
import type { SkillDiagnostic } from "../types.ts";
import type { FindLinkTarget } from "../types-format.ts";
import { decodeText } from "./binary.ts";
import { finding } from "./candidate.ts";
import { listFiles } from "./list-files.ts";
import { openContained } from "./open-contained.ts";
import { joinPath, parentPath } from "./paths.ts";
import { ReadBuffer } from "./read-file.ts";
import { neutralise } from "./text.ts";

/** Reference files of one skill that are looked at; real skills have a few dozen at most. */
const MAX_REFERENCES = 200;

/** The largest one that is, as for any resource. */
const MAX_REFERENCE_BYTES = 1_048_576;

/** A skill whose reference files are to be checked. */
export interface ReferenceCheck {
  readonly fileSystem: SkillFileSystem;
  /** Real path of the skill's directory. */
  readonly directory: string;
  /** Shown form of it; empty where files stand for themselves. */
  readonly shownDirectory: string;
  /** Text of the whole `SKILL.md`. */
  readonly skillText: () => string;
  readonly findTarget: FindLinkTarget;
}

/**
 * Links in the Markdown files of `references` that lead to nothing or out of the skill, and files
 * there that nothing mentions, so that no reader ever comes to them.
 */
export async function checkReferences(check: ReferenceCheck): Promise<readonly SkillDiagnostic[]> {
  const { fileSystem, directory } = check;
  const folder = joinPath(directory, "references");
  if (fileSystem.lstat(folder)?.kind !== "directory") return [];
  const { files } = listFiles(fileSystem, folder, MAX_REFERENCES);
  const skillText = check.skillText();
  const texts = new Map<string, string>();
  for (const { path } of files) {
    const text = readText(fileSystem, joinPath(folder, path), directory);
    if (text !== undefined) texts.set(path, text);
  }
  const diagnostics: SkillDiagnostic[] = [];
  for (const [path, text] of texts) {
    const shown = shownPath(check, path);
    if (!/\.(?:md|markdown)$/i.test(path)) continue;
    const below = parentPath(`references/${path}`);
    const { findTarget } = check;
    const links = await checkSkillLinks({ text, path: shown, directory: below, findTarget });
    diagnostics.push(...links);
    if (!isMentioned(path, skillText, texts)) {
      const message =
        "Nothing in the skill mentions this file, so no reader comes to it; name it where it is needed, or remove it.";
      diagnostics.push(finding("reference.orphan", "warning", shown, message));
    }
  }
  return diagnostics;
}

function shownPath({ shownDirectory }: ReferenceCheck, path: string): string {
  const below = neutralise(`references/${path}`);
  return shownDirectory === "" ? below : joinPath(shownDirectory, below);
}

/** A shorter name is a part of too many words to be told from them. */
const MIN_STEM = 4;

/** By its file's name, by that without its ending, or with its whole folder. */
function isMentioned(path: string, skillText: string, texts: ReadonlyMap<string, string>): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = name.replace(/\.[^.]*$/, "");
  const mention = stem.length < MIN_STEM ? name : stem;
  const others = [...texts].filter(([other]) => other !== path).map(([, text]) => text);
  return (
    [skillText, ...others].some((text) => text.includes(mention)) ||
    /references\/(?![\w-])/.test(skillText)
  );
}

function readText(
  fileSystem: SkillFileSystem,
  file: string,
  directory: string,
): string | undefined {
  const result = openContained(fileSystem, file, directory);
  if ("refusal" in result) return undefined;
  try {
    const bytes = new ReadBuffer().read(result.opened, result.stat, MAX_REFERENCE_BYTES);
    return bytes && decodeText(bytes);
  } catch {
    return undefined;
  } finally {
    result.opened.close();
  }
}
