import { SkillsDiscoveryError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { binaryType, decodeText } from "./internal/binary.ts";
import type { Disclosable } from "./internal/disclosure.ts";
import { checkIntegrity, emit, openDisclosure } from "./internal/disclosure.ts";
import { cutLines } from "./internal/line-range.ts";
import { listFiles } from "./internal/list-files.ts";
import type { OpenRefusal } from "./internal/open-contained.ts";
import { openContained } from "./internal/open-contained.ts";
import { READ_SKILL_RESOURCE } from "./internal/option-names.ts";
import { wholeNumber } from "./internal/options.ts";
import { joinPath } from "./internal/paths.ts";
import { ReadBuffer } from "./internal/read-file.ts";
import { checkResourcePath } from "./internal/resource-path.ts";
import { neutralise, quoteForMessage } from "./internal/text.ts";
import type { LoadedResource, ReadSkillResourceOptions } from "./types-disclosure.ts";

/** The largest resource that is read, inclusive: what a context window could just hold. */
export const DEFAULT_MAX_RESOURCE_BYTES: number = 1_048_576;

/**
 * Level 3: reads one supporting file of a skill, whole or by lines. Only files inside the skill's
 * own directory, told by the file that was really opened; see the README for what is refused.
 *
 * @example
 * ```ts
 * import { readSkillResource } from "@alisio/skills-discovery";
 *
 * const guide = await readSkillResource({ snapshot, name: "pdf", path: "references/forms.md" });
 * guide.totalLines; // 2
 * ```
 *
 * @throws SkillsDiscoveryError the codes of `loadSkillBody`, and `resource_path_refused`,
 * `resource_outside`, `resource_missing` (tells what is there), `resource_not_regular`,
 * `resource_unreadable`, `resource_too_large`, `resource_binary`.
 */
export async function readSkillResource(given: ReadSkillResourceOptions): Promise<LoadedResource> {
  const options = takeOptions(given, READ_SKILL_RESOURCE);
  const path = checkResourcePath(options.path);
  const maxBytes = wholeNumber("maxBytes", options.maxBytes, 0, DEFAULT_MAX_RESOURCE_BYTES);
  const disclosable = openDisclosure(options);
  const bytes = readContained(disclosable, path, maxBytes);
  checkIntegrity(options.integrity, disclosable, path, bytes);
  const content = decodeText(bytes);
  if (content === undefined) {
    const message = `${quoteForMessage(path)} is no text but ${binaryType(bytes)} of ${bytes.length} bytes; use it with a tool that takes its path.`;
    throw new SkillsDiscoveryError("resource_binary", message);
  }
  const range = cutLines(content, options.startLine, options.maxLines);
  const disclosed = new TextEncoder().encode(range.text).length;
  const skill = disclosable.skill.displayName;
  emit(options, { event: "skill.resource.loaded", skill, resource: path, bytes: disclosed });
  return Object.freeze({ skill, path, ...range, bytes: disclosed });
}

function readContained(disclosable: Disclosable, path: string, maxBytes: number): Uint8Array {
  const { candidate, fileSystem } = disclosable;
  const { realDirectory } = candidate;
  const result = openContained(fileSystem, joinPath(realDirectory, path), realDirectory);
  if ("refusal" in result) return refuse(disclosable, path, result.refusal);
  try {
    const bytes = new ReadBuffer().read(result.opened, result.stat, maxBytes);
    if (bytes !== undefined) return bytes;
  } catch {
    return refuse(disclosable, path, "unreadable");
  } finally {
    result.opened.close();
  }
  const message = `${quoteForMessage(path)} has ${result.stat.size} bytes, and ${maxBytes} are the limit; read it with a tool that takes its path.`;
  throw new SkillsDiscoveryError("resource_too_large", message);
}

function refuse(disclosable: Disclosable, path: string, refusal: OpenRefusal): never {
  const quoted = quoteForMessage(path);
  switch (refusal) {
    case "missing":
      throw missing(disclosable, quoted);
    case "outside": {
      const message = `${quoted} leads out of the skill's directory; only files inside it are read.`;
      throw new SkillsDiscoveryError("resource_outside", message);
    }
    case "not-regular": {
      const message = `${quoted} is not a regular file; name a file.`;
      throw new SkillsDiscoveryError("resource_not_regular", message);
    }
    case "loop":
    case "unreadable": {
      const message = `${quoted} can't be read; check its permissions, or the link that it is.`;
      throw new SkillsDiscoveryError("resource_unreadable", message);
    }
  }
}

/** Files that an error names. */
const FILES_NAMED = 20;

function missing(
  { candidate, fileSystem, skill }: Disclosable,
  quoted: string,
): SkillsDiscoveryError {
  const { files, partial } = listFiles(fileSystem, candidate.realDirectory, FILES_NAMED);
  const names = files.map(({ path }) => neutralise(path)).join(", ");
  const message = `The skill ${skill.displayName} has no file ${quoted}. There are: ${names}${partial ? ", and more" : ""}.`;
  return new SkillsDiscoveryError("resource_missing", message);
}
